import { foldWord } from './fold.ts';

/** The words of a text, in lower case. */
export const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Words that are found in any disguise: `gm4il`, `inssta`. */
export const foldedSet = (text: string): ReadonlySet<string> => new Set([...wordSet(text)].map(foldWord));
