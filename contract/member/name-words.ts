import { z } from 'zod';
import type { Locale } from '../locales.ts';

/** Fits twice into a username, with a number behind it. */
const word = z.string().regex(/^[A-Z][a-z]{2,10}$/);

/** Words for names of members who chose none: an adjective before a noun reads right, whichever they are. */
export const nameWordsSchema = z.strictObject({
  adjectives: z.array(word).min(20),
  nouns: z.array(word).min(20),
});

export type NameWords = Readonly<Record<Locale, z.output<typeof nameWordsSchema>>>;
