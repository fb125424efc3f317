import { AppError } from '#contract/errors.ts';
import type { Brand, Deps } from '#server/ports/deps.ts';
import { findAddresses } from './addresses.ts';
import { type Letter, readLetters, readPlain } from './fold.ts';
import { findHandles } from './handles.ts';
import { findPhoneNumbers } from './phone-numbers.ts';
import { findPostal } from './postal.ts';
import { tokensOf } from './tokens.ts';
import { findWallets } from './wallets.ts';
import { makeWordList, type Part, type WordList } from './word-list.ts';

/** In the place of what is not shown; always as long, so that it tells nothing. */
export const MASK = '•••';

/** Phone numbers, addresses of every kind, accounts elsewhere and wallets. `newFrom`: see findHandles. */
function findContactDetails(text: string, newFrom = 0): Part[] {
  const plain = readPlain(text);
  const tokens = tokensOf(plain);
  return [
    ...findPhoneNumbers(tokens, newFrom),
    ...findAddresses(tokens),
    ...findPostal(tokens, text),
    ...findWallets(tokens),
    ...findHandles(tokens, { letters: readLetters(plain), text, newFrom }),
  ];
}

/** What only shows together with what the same person wrote just before: `0612`, then `345678`. */
function findContinued(text: string, earlier: readonly string[]): Part[] {
  const before = `${earlier.join('\n')}\n`;
  if (before.trim() === '') return findContactDetails(text);
  return findContactDetails(before + text, before.length)
    .filter(({ to }) => to > before.length)
    .map(({ from, to }) => ({ from: Math.max(0, from - before.length), to: to - before.length }));
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
 * (CONTACT_DETAILS). `own`: words of the performer's list. `earlier`: what the same person wrote there just before, oldest
 * first. Throws `badRequest.chat.words` where the operator refuses them.
 */
export function cleanText(
  { config, brand: { forbiddenWords } }: Pick<Deps, 'config'> & { brand: Pick<Brand, 'forbiddenWords'> },
  text: string,
  { own = [], earlier = [] }: { own?: readonly string[]; earlier?: readonly string[] } = {},
): string {
  const letters = readLetters(readPlain(text));
  const words = [...findWords(forbiddenWords, letters, text), ...findWords(own, letters, text)];
  const found = config.contactDetails === 'off' ? words : [...words, ...findContinued(text, earlier)];
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
