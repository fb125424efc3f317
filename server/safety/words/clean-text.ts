import { AppError } from '#contract/errors.ts';
import { ibanLengths } from '#contract/wallet/iban.ts';
import type { Brand, Deps } from '#server/ports/deps.ts';
import { findAccounts } from './accounts.ts';
import { findAddresses } from './addresses.ts';
import { appOf, halves } from './apps.ts';
import {
  casedOf,
  type Letter,
  type Mapped,
  mappedOf,
  type Part,
  partOf,
  readLetters,
  readPlain,
  rewrite,
} from './fold.ts';
import { digitsIn, findPhoneNumbers } from './phone-numbers.ts';
import { findPostal } from './postal.ts';
import { makeWordList, type WordList } from './word-list.ts';

/** Minimum number of digits in an IBAN, and of characters in a key. */
const [DIGITS_MIN, KEY_MIN] = [10, 25];

const iban = /(?<![\p{L}\d])[a-z]{2}[ .-]?\d\d(?:[ .-]?[a-z\d]){11,29}/gu;
const wallet =
  /(?<![\p{L}\d])(?:0x[\da-f]{40}|(?:bc1|tb1)(?:[a-z\d]{39}|[a-z\d]{59})|ltc1(?:[a-z\d]{39}|[a-z\d]{59})|[a-z\d]{25,110}|(?:0x|bc1|ltc1|tb1)[\da-z]{0,5}(?: [\da-z]{1,6}){7,12})(?![\p{L}\d])/gu;

/** Bank accounts and wallets. */
function findWallets(mapped: Mapped): Part[] {
  const accounts = [...mapped.text.matchAll(iban)].flatMap(({ 0: text, index }) => {
    const end = endOfIban(text);
    return end === null ? [] : [partOf(mapped, index, index + end)];
  });
  const keys = [...mapped.text.matchAll(wallet)]
    .filter(({ 0: key }) => key.length > KEY_MIN && (key.match(/\d+/g) ?? []).length >= 3)
    .map(({ 0: key, index }) => partOf(mapped, index, index + key.length));
  return [...accounts, ...keys];
}

/** Number of characters up to the length that IBANs of the country have, or null. */
function endOfIban(text: string): number | null {
  const length = ibanLengths.get(text.slice(0, 2).toUpperCase());
  if (length === undefined) return null;
  let [count, digits] = [0, 0];
  for (const [at, character] of [...text].entries()) {
    if (/[ .-]/.test(character)) continue;
    count += 1;
    digits += Number(/\d/.test(character));
    if (count === length) return digits >= DIGITS_MIN && !/^[a-z\d]/.test(text.slice(at + 1)) ? at + 1 : null;
  }
  return null;
}

/** Replaces masked text. Of constant length, so that it reveals nothing. */
export const MASK = '•••';

/** Letters with spaces or signs between: `g m a i l`. */
const spaced = /(?<![\p{L}\d])\p{L}(?:([ .*_|/-])\p{L}(?![\p{L}\d])){2,}/gu;

/** Without differences that are only visible, and with separated letters and halves of names joined. */
function readJoined(text: string): Mapped {
  const joined = rewrite(mappedOf(readPlain(text)), spaced, ([letters]) => letters.replace(/[^\p{L}]/gu, ''));
  return rewrite(joined, halves, ([, ...parts]) => parts.join(''));
}

/** Phone numbers, addresses of every kind, accounts elsewhere and wallets. `newFrom`: see findAccounts. */
function findContactDetails(text: string, newFrom = 0): Part[] {
  const read = readJoined(text);
  return [
    ...findPhoneNumbers(read, newFrom),
    ...findAddresses(read),
    ...findPostal(read, casedOf(read, text)),
    ...findWallets(read),
    ...findAccounts(read, text, newFrom),
  ];
}

/** How many messages and seconds back a text may continue earlier ones of the same sender. */
export const EARLIER_MOST = 6;
export const EARLIER_SECONDS = 120;
/** Texts with at most this many words may be an account name or the rest of an address. */
const WORDS_MOST = 3;

/** Whether a text may continue an earlier one: it has a number, an at sign or an app, or few words. */
export function mayContinue(text: string): boolean {
  const words = readJoined(text).text.match(/[\p{L}\d]+/gu) ?? [];
  const isShort = words.some((word) => /\p{L}/u.test(word)) && words.length <= WORDS_MOST;
  return (
    isShort || text.includes('@') || words.some((word) => digitsIn(word) !== null || appOf(word) !== null)
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

/**
 * Whether a text has neither contact details, unless CONTACT_DETAILS allows them, nor forbidden words. `own`: words that
 * the performer forbids too.
 */
export const isClean = (deps: Words, text: string, own: readonly string[] = []): boolean =>
  findAll(deps, text, { own }).length === 0;

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
