import { z } from 'zod';
import type { Locale } from '../locales.ts';

/** Fits twice into a username, with a number behind it. */
const word = z
  .string()
  .regex(/^[A-Z][a-z]{2,10}$/, 'has to be a word of 3 to 11 letters that begins with a capital');

const insult = z
  .string()
  .regex(
    /^\*?[a-z]{3,20}\*?$/,
    'has to be a word of 3 to 20 small letters, with * where other letters may stand',
  );

/** Words for names of members who chose none: an adjective before a noun reads right, whichever they are. */
export const nameWordsSchema = z.strictObject({
  adjectives: z.array(word, 'has to be a list of words').min(20, 'has to be a list of at least 20 words'),
  nouns: z.array(word, 'has to be a list of words').min(20, 'has to be a list of at least 20 words'),
  /** Refused in any name, whatever its language. */
  insults: z.array(insult, 'has to be a list of words').optional(),
});

export type NameWords = Readonly<Record<Locale, z.output<typeof nameWordsSchema>>>;
