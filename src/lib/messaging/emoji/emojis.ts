import type { EmojiData } from 'frimousse';
import type { Locale } from '#contract/locales.ts';
import lines from '../../../content/emoji/emojis.txt?raw';

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

/** What can be picked, named in one language and found by the words of both. */
export const emojisIn = (locale: Locale): Emoji[] =>
  lines
    .trimEnd()
    .split('\n')
    .map((line) => {
      // As scripts/make-emoji.ts writes it.
      const [emoji = '', group, light = '', dutch = '', dutchWords = '', english = '', englishWords = ''] =
        line.split('\t');
      const tags = [dutch, english, ...dutchWords.split(','), ...englishWords.split(',')];
      return {
        emoji,
        category: Number(group),
        label: locale === 'nl' ? dutch : english,
        version: 0,
        tags: tags.filter((tag) => tag !== ''),
        skins: light === '' ? undefined : skinsOf(light),
      };
    });
