import { AppError } from '#contract/errors.ts';
import type { Deps } from '#server/ports/deps.ts';
import { findAddresses } from './addresses.ts';
import { type Letter, readLetters, readPlain } from './fold.ts';
import { findHandles } from './handles.ts';
import { findPhoneNumbers } from './phone-numbers.ts';
import { tokensOf } from './tokens.ts';
import { makeWordList, type Part, type WordList } from './word-list.ts';

/** In the place of what is not shown; always as long, so that it tells nothing. */
export const MASK = '•••';

/** Phone numbers, addresses, and accounts elsewhere. */
export function findContactDetails(text: string): Part[] {
  const plain = readPlain(text);
  const tokens = tokensOf(plain);
  return [
    ...findPhoneNumbers(tokens),
    ...findAddresses(tokens),
    ...findHandles(tokens, readLetters(plain), text),
  ];
}

/** Lists in use; a performer's is made when it is first needed. */
const lists = new Map<string, WordList>();
const LISTS_KEPT = 200;

function listOf(words: readonly string[]): WordList {
  const key = words.join('\n');
  const list = lists.get(key) ?? makeWordList(words);
  lists.delete(key);
  lists.set(key, list);
  const [oldest] = lists.keys();
  if (lists.size > LISTS_KEPT && oldest !== undefined) lists.delete(oldest);
  return list;
}

const findWords = (words: readonly string[], letters: readonly Letter[], text: string): Part[] =>
  words.length === 0 ? [] : listOf(words).find(letters, text);

/**
 * A text as others may read it: contact details and forbidden words are masked, by the operator's choice
 * (CONTACT_DETAILS). `own`: words of the performer's list. Throws `badRequest.chat.words` where the operator refuses them.
 */
export function cleanText(
  { config, forbiddenWords }: Pick<Deps, 'config' | 'forbiddenWords'>,
  text: string,
  own: readonly string[] = [],
): string {
  const letters = readLetters(readPlain(text));
  const words = [...findWords(forbiddenWords, letters, text), ...findWords(own, letters, text)];
  const found = config.contactDetails === 'off' ? words : [...words, ...findContactDetails(text)];
  if (found.length > 0 && config.contactDetails === 'refuse') throw new AppError('badRequest.chat.words');
  return mask(text, found);
}

function mask(text: string, parts: readonly Part[]): string {
  let masked = '';
  let at = 0;
  for (const { from, to } of [...parts].sort((a, b) => a.from - b.from)) {
    if (to <= at) continue;
    if (from >= at) masked += text.slice(at, from) + MASK;
    at = to;
  }
  return masked + text.slice(at);
}
