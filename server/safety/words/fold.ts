import { letterOf } from '#contract/member/usernames.ts';

/** A normalized character and its position in the text, in UTF-16 units; `to` exclusive. */
export interface Read {
  readonly character: string;
  readonly from: number;
  readonly to: number;
}

/** Combining marks, key caps and invisible characters. */
const unseen = /[\p{M}\p{Cf}\u00ad\u115f\u1160\u3164]/u;
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
  if (isAscii(character)) return character.toLowerCase();
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
      for (const character of original.normalize('NFKD'))
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
  readLetters(readPlain(word))
    .map(({ character }) => character)
    .join('');
