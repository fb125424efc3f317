import * as z from 'zod/mini';
import { own } from '../../input.ts';

/**
 * Translations of a menu's item or of a goal by language, as stored: those in languages that are not served any more are
 * included. Undefined without any.
 */
export const lineTextsSchema = z.optional(z.record(z.string(), z.string()));
export type LineTexts = z.infer<typeof lineTextsSchema>;

/** What an item or a goal is called in a visitor's language; without a translation in the performer's own words. */
export const lineIn = (locale: string, words: string, texts: LineTexts): string =>
  (texts && own(texts, locale)) || words;
