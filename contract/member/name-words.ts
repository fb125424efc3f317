import * as z from 'zod/mini';
import type { Locale } from '../locales.ts';

/** Short enough that two words and a number fit into a username. */
const word = z
  .string()
  .check(z.regex(/^[A-Z][a-z]{2,10}$/, 'must be a word of 3 to 11 letters that begins with a capital'));

const insult = z
  .string()
  .check(
    z.regex(
      /^\*?[a-z]{3,20}\*?$/,
      'must be a word of 3 to 20 lowercase letters, with * where other letters may stand',
    ),
  );

/** Words for generated usernames: any adjective fits before any noun. */
export const nameWordsSchema = z.strictObject({
  adjectives: z
    .array(word, 'must be a list of words')
    .check(z.minLength(20, 'must be a list of at least 20 words')),
  nouns: z
    .array(word, 'must be a list of words')
    .check(z.minLength(20, 'must be a list of at least 20 words')),
  /** Refused in every name, in any language. */
  insults: z.optional(z.array(insult, 'must be a list of words')),
  /** Checked by the server's word list (server/safety/words/word-list.ts). */
  forbidden: z.optional(z.unknown()),
});

export type NameWords = Readonly<Record<Locale, z.output<typeof nameWordsSchema>>>;
