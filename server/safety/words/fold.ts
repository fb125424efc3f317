import { letterOf } from '#contract/member/usernames.ts';

/** A normalized character and its position in the text, in UTF-16 units; `to` exclusive. */
export interface Read {
  readonly character: string;
  readonly from: number;
  readonly to: number;
}

/** Combining marks, key caps and invisible characters. */
const unseen = /[\p{M}\p{Cf}\u00ad\u115f\u1160\u3164]/u;
/** Signs of amounts, although they look like letters. */
const currencies = '€£';
const isAscii = (character: string): boolean => character < '\u0080';

/** The value of a digit of any script: its distance from the first of the script's ten consecutive digits. */
function digitOf(character: string): string {
  let code = character.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - 1))) {
    code -= 1;
    value += 1;
  }
  return String(value);
}

function plain(character: string): string {
  if (isAscii(character) || currencies.includes(character)) return character.toLowerCase();
  if (/\p{Nd}/u.test(character)) return digitOf(character);
  return letterOf.get(character) ?? letterOf.get(character.toLowerCase()) ?? character.toLowerCase();
}

/**
 * Removes purely visual differences: full-width, circled and foreign look-alike letters, accents, invisible characters.
 * Digits stay digits.
 */
export function readPlain(text: string): Read[] {
  const read: Read[] = [];
  let at = 0;
  for (const original of text) {
    const to = at + original.length;
    if (isAscii(original)) read.push({ character: original.toLowerCase(), from: at, to });
    else
      for (const character of original.normalize('NFKD').replace('ß', 'ss'))
        if (!unseen.test(character)) read.push({ character: plain(character), from: at, to });
        else extend(read, to);
    at = to;
  }
  return read;
}

/** Adds a combining mark to the character before it. */
function extend(read: Read[], to: number): void {
  const last = read.pop();
  if (last) read.push({ ...last, to });
}

/** `gap`: a character that is not a letter was skipped before it. */
export interface Letter extends Read {
  readonly gap: boolean;
}

const isLetterOrDigit = (character: string): boolean => /[\p{L}\p{N}]/u.test(character);

/**
 * Letters only: digits and signs become the letters they look like, doubled letters one; everything else is skipped.
 */
export function readLetters(plainText: readonly Read[]): Letter[] {
  const letters: Letter[] = [];
  let gap = false;
  for (const { character, from, to } of plainText) {
    const letter = letterOf.get(character) ?? character;
    if (!isLetterOrDigit(letter)) {
      gap = true;
      continue;
    }
    const last = letters.at(-1);
    // A sign after the letter it looks like stays a sign: `nazi!`.
    const isDouble = last !== undefined && !gap && last.character === letter;
    if (isDouble && !isLetterOrDigit(character)) continue;
    if (isDouble) letters[letters.length - 1] = { ...last, to };
    else letters.push({ character: letter, from, to, gap });
    gap = false;
  }
  return letters;
}

/** A word folded to its letters, the same for capitals, digits instead of letters and doubled letters. */
export const foldWord = (word: string): string =>
  [...word.toLowerCase()]
    .map((character) => letterOf.get(character) ?? character)
    .filter(isLetterOrDigit)
    .join('')
    .replace(/(.)\1+/gu, '$1');

/** The words of a text, separated by spaces. */
export const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** A part of a text in UTF-16 units; `to` exclusive. */
export interface Part {
  readonly from: number;
  readonly to: number;
}

/** A changed text. For each of its UTF-16 units: where the part of the original that it stands for begins and ends. */
export interface Mapped {
  readonly text: string;
  readonly from: readonly number[];
  readonly to: readonly number[];
}

export function mappedOf(read: readonly Read[]): Mapped {
  let text = '';
  const [from, to]: [number[], number[]] = [[], []];
  for (const one of read) {
    text += one.character;
    while (from.length < text.length) {
      from.push(one.from);
      to.push(one.to);
    }
  }
  return { text, from, to };
}

export const plainText = (text: string): string => mappedOf(readPlain(text)).text;

/** The part of the original between two indexes of the changed text. */
export const partOf = ({ from, to }: Mapped, start: number, end: number): Part => ({
  from: from[start] ?? 0,
  to: to[end - 1] ?? 0,
});

/** The changed text with the capitals of the original; of the same length. */
export const casedOf = ({ text, from }: Mapped, original: string): string =>
  text.replace(/\p{Ll}/gu, (letter, at: number) =>
    /\p{Lu}/u.test(original[from[at] ?? 0] ?? '') ? letter.toUpperCase() : letter,
  );

/** Replaces what matches; `by` returns null to keep it. Each new character stands for the whole replaced part. */
export function rewrite(
  mapped: Mapped,
  pattern: RegExp,
  by: (match: RegExpExecArray) => string | null,
): Mapped {
  let text = '';
  const from: number[] = [];
  const to: number[] = [];
  let done = 0;
  const copy = (end: number): void => {
    text += mapped.text.slice(done, end);
    for (let at = done; at < end; at += 1) {
      from.push(mapped.from[at] ?? 0);
      to.push(mapped.to[at] ?? 0);
    }
  };
  for (const match of mapped.text.matchAll(pattern)) {
    const replacement = by(match);
    if (replacement === null) continue;
    copy(match.index);
    const end = match.index + match[0].length;
    const part = partOf(mapped, match.index, end);
    text += replacement;
    for (let count = 0; count < replacement.length; count += 1) {
      from.push(part.from);
      to.push(part.to);
    }
    done = end;
  }
  if (done === 0) return mapped;
  copy(mapped.text.length);
  return { text, from, to };
}
