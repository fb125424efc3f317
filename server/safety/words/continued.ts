import { isAppName } from './apps.ts';
import { readPlain } from './fold.ts';
import { tokensOf } from './tokens.ts';

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
