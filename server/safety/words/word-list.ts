import { join } from 'node:path';
import { z } from 'zod';
import { trimBlank } from '#contract/input.ts';
import { locales } from '#contract/locales.ts';
import { readWordFile } from '#server/content/word-file.ts';
import { type Letter, type Part, readLetters, readPlain } from './fold.ts';

interface Node {
  readonly next: Map<string, Node>;
  /** The node to continue with if no letter matches. */
  fallback: Node | null;
  /** Number of letters of the word that ends here; 0 for none. */
  length: number;
  /** The next shorter word that also ends here. */
  shorter: Node | null;
}

/** Finds any of a list of words in one pass over a text (Aho and Corasick, 1975). */
export interface WordList {
  find(letters: readonly Letter[], text: string): Part[];
}

const newNode = (): Node => ({ next: new Map(), fallback: null, length: 0, shorter: null });

/** From this many letters on, a word may be split anywhere; shorter ones only between all letters. */
const CUT_FROM = 6;

export function makeWordList(words: readonly string[]): WordList {
  const root = newNode();
  for (const word of words) add(root, word);
  link(root);
  return {
    find(letters, text) {
      const found: Part[] = [];
      let node = root;
      for (const [index, { character }] of letters.entries()) {
        node = step(root, node, character);
        for (let end: Node | null = node.length > 0 ? node : node.shorter; end; end = end.shorter) {
          const part = partOf(letters.slice(index + 1 - end.length, index + 1), text);
          if (part) found.push(part);
        }
      }
      return found;
    },
  };
}

function add(root: Node, word: string): void {
  const plain = readPlain(word);
  addLetters(root, readLetters(plain));
  // Folded letter by letter, so that doubled letters stay two.
  addLetters(
    root,
    plain.flatMap((read) => readLetters([read])),
  );
}

function addLetters(root: Node, letters: readonly Letter[]): void {
  let node = root;
  for (const { character } of letters) {
    const next = node.next.get(character) ?? newNode();
    node.next.set(character, next);
    node = next;
  }
  if (node !== root) node.length = letters.length;
}

/** Breadth first, because a node's fallback must be linked before its children. */
function link(root: Node): void {
  const queue = [...root.next.values()];
  for (const node of queue) {
    for (const [character, child] of node.next) {
      child.fallback = node === root ? root : step(root, node.fallback ?? root, character);
      queue.push(child);
    }
    const fallback = node.fallback ?? root;
    node.fallback = fallback;
    node.shorter = fallback.length > 0 ? fallback : fallback.shorter;
  }
}

function step(root: Node, from: Node, character: string): Node {
  let node: Node | null = from;
  while (node && !node.next.has(character)) node = node === root ? null : (node.fallback ?? root);
  return node?.next.get(character) ?? root;
}

/** Null inside another word, or if the letters belong to adjacent words. */
function partOf(letters: readonly Letter[], text: string): Part | null {
  const [first, last] = [letters[0], letters.at(-1)];
  if (!first || !last) return null;
  const gaps = letters.slice(1).filter(({ gap }) => gap).length;
  if (gaps > 0 && gaps < letters.length - 1 && letters.length < CUT_FROM) return null;
  if (isWordAt(text, first.from - 1) || isWordAt(text, last.to)) return null;
  return { from: first.from, to: last.to };
}

/** A letter or digit at this index. Combining marks belong to the letter before them. */
const isWordAt = (text: string, at: number): boolean => /[\p{L}\p{N}]/u.test(text[at] ?? '');

/** Relative to the project's root; one file per language, which also has the words for names. */
const WORD_FOLDER = 'src/content/words';

const schema = z.object({
  forbidden: z.array(z.string().overwrite(trimBlank).min(2, 'must have at least 2 characters').max(40)),
});

/** The operator's forbidden words in all languages. Throws ConfigError naming file and field. */
export async function openForbiddenWords(folder: string = WORD_FOLDER): Promise<string[]> {
  const words = new Set<string>();
  // One after the other, so that of several broken files the same one is always reported.
  for (const locale of locales) {
    const { forbidden } = await readWordFile(
      join(folder, `${locale}.json`),
      schema,
      'each language needs one',
    );
    for (const word of forbidden) words.add(word);
  }
  return [...words];
}
