import type { EmojiData } from 'frimousse';
import { defaultLocale, type Locale } from '#contract/locales.ts';

/** Emojibase's group numbers; its third group (2) has nothing to pick. */
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

/** Skin tones are derived from the light variant (Unicode Technical Standard 51). */
const LIGHT = '🏻';
const darker = { 'medium-light': '🏼', medium: '🏽', 'medium-dark': '🏾', dark: '🏿' } as const;

const skinsOf = (light: string): Emoji['skins'] => ({
  light,
  'medium-light': light.replaceAll(LIGHT, darker['medium-light']),
  medium: light.replaceAll(LIGHT, darker.medium),
  'medium-dark': light.replaceAll(LIGHT, darker['medium-dark']),
  dark: light.replaceAll(LIGHT, darker.dark),
});

/** Written by scripts/make/emoji.ts. */
const files = import.meta.glob<string>('../../../content/emoji/*.txt', { query: '?raw', import: 'default' });

const readLines = async (name: string): Promise<string[][]> =>
  ((await files[`../../../content/emoji/${name}.txt`]?.()) ?? '')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));

/** The language of Unicode's own names. */
const UNICODE = 'en';

/** All emojis, named in one language, with search words in that language, the default language and Unicode's. */
export async function emojisIn(locale: Locale): Promise<Emoji[]> {
  const languages = [...new Set<string>([locale, defaultLocale, UNICODE])];
  const [lines, ...named] = await Promise.all([readLines('emojis'), ...languages.map(readLines)]);
  const names = named.map((words) => new Map(words.map(([emoji = '', ...rest]) => [emoji, rest])));
  return lines.map(([emoji = '', group, light = '']) => {
    const entries = names.map((language) => language.get(emoji) ?? []);
    const tags = entries.flatMap(([label = '', words = '']) => [label, ...words.split(',')]);
    return {
      emoji,
      category: Number(group),
      label: entries[0]?.[0] ?? '',
      version: 0,
      tags: tags.filter((tag) => tag !== ''),
      skins: light === '' ? undefined : skinsOf(light),
    };
  });
}
