import type { EmojiData } from 'frimousse';
import { defaultLocale, type Locale } from '#contract/locales.ts';

/** As Emojibase counts its groups; the third has nothing to pick. */
export const emojiGroups = {
  smileys: 0,
  people: 1,
  animals: 3,
  food: 4,
  travel: 5,
  activities: 6,
  objects: 7,
  symbols: 8,
  flags: 9,
} as const;
export type EmojiGroup = keyof typeof emojiGroups;

type Emoji = EmojiData['emojis'][number];

/** By the sign of the light one (Unicode Technical Standard 51). */
const LIGHT = '🏻';
const darker = { 'medium-light': '🏼', medium: '🏽', 'medium-dark': '🏾', dark: '🏿' } as const;

const skinsOf = (light: string): Emoji['skins'] => ({
  light,
  'medium-light': light.replaceAll(LIGHT, darker['medium-light']),
  medium: light.replaceAll(LIGHT, darker.medium),
  'medium-dark': light.replaceAll(LIGHT, darker['medium-dark']),
  dark: light.replaceAll(LIGHT, darker.dark),
});

/** As scripts/make-emoji.ts writes them. */
const files = import.meta.glob<string>('../../../content/emoji/*.txt', { query: '?raw', import: 'default' });

const readLines = async (name: string): Promise<string[][]> =>
  ((await files[`../../../content/emoji/${name}.txt`]?.()) ?? '')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));

/** The language in which Unicode names them. */
const UNICODE = 'en';

/** What can be picked, named in one language, and found by its words, those of the default one, and Unicode's. */
export async function emojisIn(locale: Locale): Promise<Emoji[]> {
  const languages = [...new Set<string>([locale, defaultLocale, UNICODE])];
  const [lines, ...named] = await Promise.all([readLines('emojis'), ...languages.map(readLines)]);
  const names = named.map((words) => new Map(words.map(([emoji = '', ...rest]) => [emoji, rest])));
  return lines.map(([emoji = '', group, light = '']) => {
    const said = names.map((language) => language.get(emoji) ?? []);
    const tags = said.flatMap(([label = '', words = '']) => [label, ...words.split(',')]);
    return {
      emoji,
      category: Number(group),
      label: said[0]?.[0] ?? '',
      version: 0,
      tags: tags.filter((tag) => tag !== ''),
      skins: light === '' ? undefined : skinsOf(light),
    };
  });
}
