import { AppError } from '#contract/errors.ts';
import type { Brand, Deps } from '#server/ports/deps.ts';
import { findAddresses } from './addresses.ts';
import { isAppName } from './apps.ts';
import { type Letter, readLetters, readPlain } from './fold.ts';
import { findHandles } from './handles.ts';
import { findPhoneNumbers } from './phone-numbers.ts';
import { findPostal } from './postal.ts';
import { tokensOf } from './tokens.ts';
import { findWallets } from './wallets.ts';
import { makeWordList, type Part, type WordList } from './word-list.ts';

/** Replaces masked text. Of constant length, so that it reveals nothing. */
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

/** How many messages and seconds back a text may continue earlier ones of the same sender. */
export const EARLIER_MOST = 6;
export const EARLIER_SECONDS = 120;
/** Texts with at most this many words may be an account name or the rest of an address. */
const WORDS_MOST = 3;

/** Whether a text may continue an earlier one: it has a number, an at sign or an app, or few words. */
export function mayContinue(text: string): boolean {
  const tokens = tokensOf(readPlain(text));
  const words = tokens.filter(({ kind }) => kind === 'word');
  return (
    (words.length > 0 && words.length <= WORDS_MOST) ||
    tokens.some((token) => token.kind === 'number' || token.text === '@' || isAppName(token))
  );
}

/** Also finds what is split over earlier messages of the same sender: `0612`, then `345678`. */
function findContinued(text: string, earlier: readonly string[]): Part[] {
  const before = `${earlier.join('\n')}\n`;
  if (before.trim() === '') return findContactDetails(text);
  return findContactDetails(before + text, before.length)
    .filter(({ to }) => to > before.length)
    .map(({ from, to }) => ({ from: Math.max(0, from - before.length), to: to - before.length }));
}

/** Cached word lists; a performer's is created on first use. */
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

type Words = Pick<Deps, 'config'> & { brand: Pick<Brand, 'forbiddenWords'> };
interface Sent {
  /** The performer's own words. */
  own?: readonly string[];
  /** The sender's previous messages, oldest first. */
  earlier?: readonly string[];
}

function findAll({ config, brand }: Words, text: string, { own = [], earlier = [] }: Sent): Part[] {
  const letters = readLetters(readPlain(text));
  const words = [...findWords(brand.forbiddenWords, letters, text), ...findWords(own, letters, text)];
  return config.contactDetails === 'off' ? words : [...words, ...findContinued(text, earlier)];
}

/** Whether a text has neither contact details, unless CONTACT_DETAILS allows them, nor forbidden words. */
export const isClean = (deps: Words, text: string): boolean => findAll(deps, text, {}).length === 0;

/**
 * The text as others may read it: contact details and forbidden words are masked, as configured by CONTACT_DETAILS.
 * Throws `badRequest.chat.words` if the operator refuses such texts.
 */
export function cleanText(deps: Words, text: string, sent: Sent = {}): string {
  const found = findAll(deps, text, sent);
  if (found.length > 0 && deps.config.contactDetails === 'refuse')
    throw new AppError('badRequest.chat.words');
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
