import type { Read } from './fold.ts';
import type { Part } from './word-list.ts';

/** `number`: digits, spelled ones too. `sign`: one character. */
export interface Token extends Part {
  readonly kind: 'word' | 'number' | 'space' | 'sign';
  readonly text: string;
  /** Of a number in words: one for each word. */
  readonly groups?: readonly string[];
}

const spelled: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ nul: '0', een: '1', twee: '2', drie: '3', vier: '4', vijf: '5', zes: '6', zeven: '7', acht: '8' },
    ...{ negen: '9', tien: '10', elf: '11', twaalf: '12' },
    ...{ zero: '0', one: '1', two: '2', three: '3', four: '4', five: '5', six: '6', seven: '7', eight: '8' },
    ...{ nine: '9', ten: '10', eleven: '11', twelve: '12' },
  }),
);
const LONGEST = 6;

/** The numbers of a word that is made of spelled ones and digits: `nulzes` → 0, 6. Null for any other word. */
function spelledIn(word: string): string[] | null {
  const groups: string[] = [];
  for (let at = 0; at < word.length; ) {
    const [digits = ''] = /^\d{1,4}/.exec(word.slice(at, at + 4)) ?? [];
    if (digits) groups.push(digits);
    at += digits.length;
    if (digits) continue;
    let length = Math.min(LONGEST, word.length - at);
    while (length > 0 && !spelled.has(word.slice(at, at + length))) length -= 1;
    if (length === 0) return null;
    groups.push(spelled.get(word.slice(at, at + length)) ?? '');
    at += length;
  }
  return groups;
}

const kindOf = (character: string): Token['kind'] => {
  if (/[\p{L}\p{N}_]/u.test(character)) return 'word';
  return /\s/.test(character) ? 'space' : 'sign';
};

/** Words, numbers, runs of spaces and single signs. */
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
    tokens.push(kind === 'word' ? wordOrNumber({ kind, text, from, to }) : { kind, text, from, to });
    at = end;
  }
  return joinLetters(tokens);
}

/** Letters that stand for digits between digits: `o6i2`. */
const digitLike: Readonly<Record<string, string>> = { o: '0', i: '1', l: '1' };

function wordOrNumber(token: Token): Token {
  const { text } = token;
  if (/^\d+$/.test(text)) return { ...token, kind: 'number' };
  if (/\d/.test(text) && /^[\doil]+$/.test(text))
    return {
      ...token,
      kind: 'number',
      text: [...text].map((character) => digitLike[character] ?? character).join(''),
    };
  const groups = spelledIn(text);
  return groups === null ? token : { ...token, kind: 'number', text: groups.join(''), groups };
}

const isSingle = (token: Token | undefined): token is Token =>
  token?.kind === 'word' && [...token.text].length === 1;
const isBetween = (token: Token | undefined): boolean =>
  token?.kind === 'space' || (token?.kind === 'sign' && '.-_*|/'.includes(token.text));

/** `g m a i l` is one word. */
function joinLetters(tokens: readonly Token[]): Token[] {
  const joined: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    let end = at;
    while (isSingle(tokens[end]) && isBetween(tokens[end + 1]) && isSingle(tokens[end + 2])) end += 2;
    const [first, last] = [tokens[at], tokens[end]];
    if (!first || !last) break;
    if (end === at) {
      joined.push(first);
      continue;
    }
    const letters = tokens.slice(at, end + 1).filter(isSingle);
    const text = letters.map((letter) => letter.text).join('');
    joined.push(wordOrNumber({ kind: 'word', text, from: first.from, to: last.to }));
    at = end;
  }
  return joined;
}
