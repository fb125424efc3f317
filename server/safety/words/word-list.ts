import { type Letter, readLetters, readPlain } from './fold.ts';

/** A part of a text, in UTF-16 units; `to` excluded. */
export interface Part {
  readonly from: number;
  readonly to: number;
}

interface Node {
  readonly next: Map<string, Node>;
  /** Where the search goes on when no letter fits. */
  fallback: Node | null;
  /** Letters of the word that ends here; 0 for none. */
  length: number;
  /** The next shorter word that ends here too. */
  shorter: Node | null;
}

/** Finds any of a list of words in one pass over a text (Aho and Corasick, 1975). */
export interface WordList {
  find(letters: readonly Letter[], text: string): Part[];
}

const newNode = (): Node => ({ next: new Map(), fallback: null, length: 0, shorter: null });

/** Letters from which a word may be cut in two by anything; shorter ones only letter by letter. */
const CUT_FROM = 6;

/** `open`: letters may follow, so that `whatsappen` is found by `whatsapp`. */
export function makeWordList(words: readonly string[], { open = false } = {}): WordList {
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
          const part = partOf(letters.slice(index + 1 - end.length, index + 1), text, open);
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
  // Letter by letter, doubled ones stay two.
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

/** Breadth first, so that the fallback of a node is linked before the node's own children. */
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

/** Null inside another word, or where the letters are of words that only follow each other. */
function partOf(letters: readonly Letter[], text: string, open: boolean): Part | null {
  const [first, last] = [letters[0], letters.at(-1)];
  if (!first || !last) return null;
  const gaps = letters.slice(1).filter(({ gap }) => gap).length;
  if (gaps > 0 && gaps < letters.length - 1 && letters.length < CUT_FROM) return null;
  if (isWordAt(text, first.from - 1) || (!open && isWordAt(text, last.to))) return null;
  return { from: first.from, to: last.to };
}

/** A combining mark belongs to the letter before it. */
const isWordAt = (text: string, at: number): boolean => /[\p{L}\p{N}]/u.test(text[at] ?? '');
