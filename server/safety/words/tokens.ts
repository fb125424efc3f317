import { foldWord, type Read } from './fold.ts';
import { numbersIn } from './numerals.ts';
import type { Part } from './word-list.ts';

/** `number`: digits, also spelled ones. `sign`: a single character. */
export interface Token extends Part {
  readonly kind: 'word' | 'number' | 'space' | 'sign';
  /** In lower case; for a number its digits. */
  readonly text: string;
  /** For a number in words: one group per word. */
  readonly groups?: readonly string[];
  /** For a word: folded to its letters, the same for `gm4il` and `gmail`. */
  readonly key: string;
  /** For a word with digits: its digits if its letters stand for digits (`E4S6`). */
  readonly digits?: string;
  /** Letters separated by signs or spaces: `g m a i l`. */
  readonly isSpaced?: boolean;
}

const kindOf = (character: string): Token['kind'] => {
  if (/[\p{L}\p{N}]/u.test(character)) return 'word';
  return /\s/.test(character) ? 'space' : 'sign';
};

/** Splits a text into words, numbers, runs of spaces and single signs. */
export function tokensOf(read: readonly Read[]): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < read.length; ) {
    const kind = kindOf(read[at]?.character ?? '');
    let end = at + 1;
    while (kind !== 'sign' && end < read.length && kindOf(read[end]?.character ?? '') === kind) end += 1;
    const text = read
      .slice(at, end)
      .map(({ character }) => character)
      .join('');
    const [from, to] = [read[at]?.from ?? 0, read[end - 1]?.to ?? 0];
    const glued = kind === 'word' ? gluedAt(text) : [];
    if (kind === 'word' && glued.length === 0) tokens.push(wordOrNumber({ text, from, to }));
    else if (kind !== 'word') tokens.push({ kind, text, from, to, key: text });
    for (const [index, cut] of glued.entries()) {
      const part = read.slice(at + cut, at + (glued[index + 1] ?? end - at));
      const of = part.map(({ character }) => character).join('');
      tokens.push(wordOrNumber({ text: of, from: part[0]?.from ?? 0, to: part.at(-1)?.to ?? 0 }));
    }
    at = end;
  }
  return joinHalves(joinLetters(tokens));
}

/** Longer words are wallet keys. */
const GLUED_MAX = 24;

/** Positions where letters and a telephone number touch, as in `bel0612345678`. Empty if they do not. */
function gluedAt(text: string): number[] {
  const kisses = /^\d{2,}(?=x{2,}$)/.exec(text);
  if (kisses) return [0, kisses[0].length];
  if (/^\d{1,4}(?:x\d{1,4})+$/.test(text) && text.length <= GLUED_MAX)
    return [...text.matchAll(/\d+|x/g)].map(({ index }) => index);
  const digits =
    text.length <= GLUED_MAX && /[^\doil]/.test(text)
      ? /\d{8,}|^(?:bel|tel|app|nr|call|sms|wa)(?=\d\d)/.exec(text)
      : null;
  if (!digits) return [];
  const isCue = !/\d/.test(digits[0]);
  const cuts = isCue ? [0, digits[0].length] : [0, digits.index, digits.index + digits[0].length];
  return [...new Set(cuts)].filter((cut) => cut < text.length);
}

/** Letters that stand for digits between digits: `o6i2`. */
const digitLike: Readonly<Record<string, string>> = { o: '0', i: '1', l: '1' };
const maybeDigit: Readonly<Record<string, string>> = {
  ...digitLike,
  z: '2',
  e: '3',
  a: '4',
  s: '5',
  g: '6',
  t: '7',
  b: '8',
  q: '9',
};

const asDigits = (text: string, like: Readonly<Record<string, string>>): string =>
  [...text].map((character) => like[character] ?? character).join('');

function wordOrNumber(plain: { text: string } & Part & { isSpaced?: boolean }): Token {
  const { text } = plain;
  if (/^\d+$/.test(text)) return { ...plain, kind: 'number', key: text };
  const hasDigit = /\d/.test(text);
  if (hasDigit && /^[\doil]+$/.test(text)) {
    const digits = asDigits(text, digitLike);
    return { ...plain, kind: 'number', text: digits, key: digits };
  }
  const groups = numbersIn(text) ?? (hasDigit ? numbersIn(asLetters(text)) : null);
  if (groups) return { ...plain, kind: 'number', text: groups.join(''), groups, key: text };
  const word: Token = { ...plain, kind: 'word', key: foldWord(text) };
  return hasDigit && /^[\doilzeasgtbq]+$/.test(text) ? { ...word, digits: asDigits(text, maybeDigit) } : word;
}

const letterLike: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  8: 'b',
};
const asLetters = (text: string): string =>
  [...text].map((character) => letterLike[character] ?? character).join('');

const isSingle = (token: Token | undefined): token is Token =>
  token?.kind === 'word' && [...token.text].length === 1;
const isBetween = (token: Token | undefined): boolean =>
  token?.kind === 'space' || (token?.kind === 'sign' && '.-_*|/'.includes(token.text));

/** Maximum number of digits spelled at the end of a name; more are a telephone number. */
const DIGITS_MAX = 4;

/** Index of the last digit of `v e r a 8 8`, from the index of its last letter. */
function afterDigits(tokens: readonly Token[], at: number): number {
  let end = at;
  for (let count = 0; count <= DIGITS_MAX; count += 1) {
    const [gap, digit] = [tokens[end + 1], tokens[end + 2]];
    if (!isBetween(gap) || digit?.kind !== 'number' || !/^\d$/.test(digit.text)) return end;
    end += 2;
  }
  return at;
}

/** Joins `g m a i l` into one word. */
function joinLetters(tokens: readonly Token[]): Token[] {
  const joined: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    let end = at;
    while (isSingle(tokens[end]) && isBetween(tokens[end + 1]) && isSingle(tokens[end + 2])) end += 2;
    if (end > at) end = afterDigits(tokens, end);
    const [first, last] = [tokens[at], tokens[end]];
    if (!first || !last) break;
    if (end === at) {
      joined.push(first);
      continue;
    }
    const text = tokens
      .slice(at, end + 1)
      .filter(({ kind }) => kind === 'word' || kind === 'number')
      .map((letter) => letter.text)
      .join('');
    joined.push(wordOrNumber({ text, from: first.from, to: last.to, isSpaced: true }));
    at = end;
  }
  return joined;
}

/** Names often typed as two words. */
const halves: ReadonlyMap<string, string> = new Map([
  ...([
    ['g', 'mail'],
    ['hot', 'mail'],
    ['proton', 'mail'],
    ['out', 'look'],
    ['i', 'cloud'],
    ['ya', 'hoo'],
    ['gee', 'mail'],
    ['ge', 'mail'],
    ['jee', 'mail'],
  ] as const),
  ...([
    ['whats', 'app'],
    ['tele', 'gram'],
    ['snap', 'chat'],
    ['insta', 'gram'],
    ['face', 'book'],
    ['tik', 'tok'],
    ['cash', 'app'],
    ['only', 'fans'],
    ['pay', 'pal'],
  ] as const),
]);

function joinHalves(tokens: readonly Token[]): Token[] {
  const joined: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const [first, between, second] = [tokens[at] as Token, tokens[at + 1], tokens[at + 2]];
    const isApart = between?.kind === 'space' || '-._*'.includes(between?.text ?? ' ');
    if (!second || !isApart || halves.get(first.text) !== second.text) {
      joined.push(first);
      continue;
    }
    joined.push(
      wordOrNumber({ text: first.text + second.text, from: first.from, to: second.to, isSpaced: true }),
    );
    at += 2;
  }
  return joined;
}

/** Index after a space, or the same index if there is none. */
export const skipSpace = (tokens: readonly Token[], at: number): number =>
  tokens[at]?.kind === 'space' ? at + 1 : at;

export const isName = (token: Token | undefined): token is Token =>
  token?.kind === 'word' || token?.kind === 'number';
