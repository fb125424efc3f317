import { isAppName } from './apps.ts';
import { readPlain } from './fold.ts';
import { tokensOf } from './tokens.ts';

/** How far back a text may go on with what the same person wrote: messages, and seconds. */
export const EARLIER_MOST = 6;
export const EARLIER_SECONDS = 120;
/** Words of a text that may be the name of an account, or the rest of an address. */
const WORDS_MOST = 3;

/** Whether a text may be the rest of something: it has a number, a sign of addresses or an app, or few words. */
export function mayContinue(text: string): boolean {
  const tokens = tokensOf(readPlain(text));
  const words = tokens.filter(({ kind }) => kind === 'word');
  return (
    (words.length > 0 && words.length <= WORDS_MOST) ||
    tokens.some((token) => token.kind === 'number' || token.text === '@' || isAppName(token))
  );
}
