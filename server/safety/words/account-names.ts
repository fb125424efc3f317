import { commonWords } from './common-words.ts';
import { isName, skipSpace, type Token } from './tokens.ts';
import { wordSet } from './word-list.ts';

/** A possible account name. Token indexes, `last` inclusive. */
export interface AccountName {
  readonly first: number;
  readonly last: number;
  /** Recognizable by its shape alone: an at sign, digits among letters, a dot or a dash inside. */
  readonly isClear: boolean;
  /** Not a word of everyday language. */
  readonly isRare: boolean;
}

/** Words for the signs inside a name. */
const jointWords = wordSet(
  'punt dot underscore underscor streepje liggend laag lage dash hyphen min apenstaartje punkt unterstrich bindestrich minus',
);
const jointSigns = '._-';
const PARTS_MAX = 10;
/** Ordinals, amounts and times. */
const notNames =
  /^\d+(?:e|de|ste|st|nd|rd|th|x|u|uur|h|min|k|m|s|gb|mb|tb|p|am|pm|jr|jahre|jährig|jaar|yo|yr|yrs|dd|fach|mal|cm|mm|kg|km|g|d|ever|hd|fps)$/;

/** Also matches words with doubled letters: `leuuuk`. */
const isCommon = ({ text, key }: Token): boolean =>
  commonWords.has(text) || (key.length >= 4 && commonWords.has(key));

/** A word of at least three letters that is not in everyday language. */
export const isRareWord = (token: Token | undefined): boolean =>
  token?.kind === 'word' && [...token.text].length >= 3 && !isCommon(token);

/** The name that begins at a token. */
export function nameFrom(tokens: readonly Token[], at: number, text: string): AccountName | null {
  const hasSign = '@$_'.includes(tokens[at]?.text ?? ' ');
  const start = hasSign ? at + 1 : at;
  if (!isName(tokens[hasSign && tokens[start]?.kind === 'space' ? start + 1 : start])) return null;
  const begin = tokens[start]?.kind === 'space' ? start + 1 : start;
  let last = begin;
  for (let count = 0; count < PARTS_MAX; count += 1) {
    const next = afterJoint(tokens, last + 1);
    if (next === null) break;
    last = next;
  }
  if (tokens[last + 1]?.text === '_') last += 1;
  return nameOf(tokens, at, last, text);
}

/** The name that ends at a token. */
export function nameTo(tokens: readonly Token[], at: number, text: string): AccountName | null {
  if (!isName(tokens[at])) return null;
  let first = at;
  for (let count = 0; count < PARTS_MAX; count += 1) {
    const before = beforeJoint(tokens, first - 1);
    if (before === null) break;
    first = before;
  }
  if ('@$'.includes(tokens[first - 1]?.text ?? ' ')) first -= 1;
  return nameOf(tokens, first, at, text);
}

/** `.88`, `__x`, `#1234`, ` punt 88`, ` 88`: index of the next part; null if the name ends. */
function afterJoint(tokens: readonly Token[], at: number): number | null {
  const sign = tokens[at];
  // Tokenized separately, because it looks like a telephone number.
  if (sign?.kind === 'word' || sign?.kind === 'number') return at;
  const bracketed = afterBrackets(tokens, at);
  if (bracketed !== null) return bracketed;
  if (sign?.text === '#' || sign?.text === ':') return tightPart(tokens, at, sign.text === ':');
  if (sign?.kind === 'sign') {
    let end = at;
    while (end - at < 4 && jointSigns.includes(tokens[end]?.text ?? ' ')) end += 1;
    return end > at && isName(tokens[end]) ? end : null;
  }
  if (sign?.kind !== 'space') return null;
  if (tokens[at + 1]?.kind === 'number') return continues(tokens, at + 1) ? at + 1 : null;
  if (tokens[at + 1]?.text === '#' && tokens[at + 2]?.kind === 'number') return at + 2;
  if ('._'.includes(tokens[at + 1]?.text ?? ' ') && tokens[at + 2]?.kind === 'space')
    return isName(tokens[at + 3]) ? at + 3 : null;
  let end = at + 1;
  while (end - at < 6 && jointWords.has(tokens[end]?.text ?? ''))
    end += tokens[end + 1]?.kind === 'space' ? 2 : 1;
  return end > at + 1 && isName(tokens[end]) ? end : null;
}

/** `[.]88`, ` (punt) 88`. */
function afterBrackets(tokens: readonly Token[], at: number): number | null {
  const open = skipSpace(tokens, at);
  if (!'([{<'.includes(tokens[open]?.text ?? ' ') || !')]}>'.includes(tokens[open + 2]?.text ?? ' '))
    return null;
  const { kind, text = ' ' } = tokens[open + 1] ?? {};
  const next = skipSpace(tokens, open + 3);
  const isJoint = kind === 'sign' ? jointSigns.includes(text) : jointWords.has(text);
  return isJoint && isName(tokens[next]) ? next : null;
}

/** `#1234`, and `live:anna` for Skype. */
const tightPart = (tokens: readonly Token[], at: number, isColon: boolean): number | null =>
  isName(tokens[at + 1]) && (!isColon || tokens[at - 1]?.text === 'live') ? at + 1 : null;

/**
 * A number after a name belongs to it unless it starts something else: `piet 88` and `p i e t 8 8`, not `piet 06 12`.
 */
const continues = (tokens: readonly Token[], at: number): boolean =>
  (tokens[at]?.text.length === 1 &&
    (tokens[at - 2]?.isSpaced === true || tokens[at - 4]?.isSpaced === true)) ||
  ((tokens[at]?.text.length ?? 0) <= 4 && !/^\d\d?$/.test(tokens[at + 2]?.text ?? ''));

function beforeJoint(tokens: readonly Token[], at: number): number | null {
  const sign = tokens[at];
  if (sign?.text === '#') return isName(tokens[at - 1]) ? at - 1 : null;
  if (sign?.kind === 'sign') {
    let start = at;
    while (at - start < 4 && jointSigns.includes(tokens[start]?.text ?? ' ')) start -= 1;
    return start < at && isName(tokens[start]) ? start : null;
  }
  if (sign?.kind !== 'space') return null;
  const isNumber = tokens[at + 1]?.kind === 'number';
  if (isNumber && !jointWords.has(tokens[at - 1]?.text ?? '') && isRareWord(tokens[at - 1])) return at - 1;
  let start = at - 1;
  while (at - start < 6 && jointWords.has(tokens[start]?.text ?? ''))
    start -= tokens[start - 1]?.kind === 'space' ? 2 : 1;
  return start < at - 1 && isName(tokens[start]) ? start : null;
}

function nameOf(tokens: readonly Token[], first: number, last: number, text: string): AccountName | null {
  const parts = tokens.slice(first, last + 1);
  const words = parts.filter(({ kind, text: word }) => kind === 'word' && !jointWords.has(word));
  const [begin, end] = [parts[0], parts.at(-1)];
  if (!begin || !end || (words.length === 0 && parts.length < 3)) return null;
  const written = text.slice(begin.from, end.to);
  const isWord = parts.length === 1;
  const isMixed = isWord ? /\d/.test(begin.text) && !notNames.test(begin.text) : isJoined(parts, words);
  const isCamel = /\p{Ll}\p{Lu}/u.test(written) && isWord && [...written].length >= 6;
  const isUnderlined = begin.text === '_' || end.text === '_';
  const isSigned = '@$'.includes(begin.text) && words.some(({ text: word }) => !commonWords.has(word));
  return {
    first,
    last,
    isClear: isMixed || isCamel || isSigned || isUnderlined,
    isRare: words.some(isRareWord),
  };
}

/** Whether several parts make a name: a number beside a word, or words of which one is rare. */
function isJoined(parts: readonly Token[], words: readonly Token[]): boolean {
  const hasMix = words.some(({ text }) => /\d/.test(text) && !notNames.test(text));
  const isRare = words.some(isRareWord);
  const hasNumber = parts.some(({ kind }) => kind === 'number');
  // `duty 4` is ambiguous.
  const isApart = parts.some(({ kind }) => kind === 'space');
  if (isApart && hasNumber && !hasMix && (!isRare || parts.length === 3)) return false;
  return hasMix || isRare || (hasNumber && words.some(({ text }) => text.length > 1));
}
