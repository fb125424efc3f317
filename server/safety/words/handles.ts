import type { Letter } from './fold.ts';
import type { Token } from './tokens.ts';
import { makeWordList, type Part } from './word-list.ts';

/** Ways to talk elsewhere, whose name alone says so. */
const messengers = makeWordList(
  [
    ...['whatsapp', 'watsapp', 'wattsapp', 'whatsupp', 'whatsap', 'telegram', 'snapchat', 'wechat', 'viber'],
    ...['skype', 'kakaotalk', 'onlyfans'],
  ],
  { open: true },
);

/** Places people also just talk about: only with a name of somebody there. */
const places: ReadonlySet<string> = new Set([
  ...[
    'snap',
    'insta',
    'instagram',
    'ig',
    'facebook',
    'fb',
    'messenger',
    'tiktok',
    'twitter',
    'discord',
    'kik',
  ],
  ...['signal', 'gmail', 'hotmail', 'tg', 'wapp', 'fansly', 'linktree', 'reddit'],
]);
const fillers: ReadonlySet<string> = new Set([
  ...[
    'is',
    'my',
    'mijn',
    'name',
    'naam',
    'me',
    'op',
    'on',
    'add',
    'voeg',
    'toe',
    'handle',
    'user',
    'username',
  ],
  ...[
    'account',
    'heet',
    'its',
    'as',
    'als',
    'via',
    'daar',
    'there',
    'm',
    'n',
    's',
    'mn',
    'ben',
    'ik',
    'i',
    'am',
  ],
]);
/** Tokens that are looked at on each side of a place. */
const REACH = 10;

export function findHandles(tokens: readonly Token[], letters: readonly Letter[], text: string): Part[] {
  const found = messengers.find(letters, text);
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'word' || !places.has(token.text)) continue;
    const after = nameBeside(tokens, at, 1);
    if (after) found.push({ from: token.from, to: after.to });
    const before = nameBeside(tokens, at, -1);
    if (before) found.push({ from: before.from, to: token.to });
  }
  return found;
}

/** The name of an account next to the place, with nothing but small words in between. */
function nameBeside(tokens: readonly Token[], at: number, step: 1 | -1): Part | null {
  let isNamed = false;
  for (let count = 1; count <= REACH; count += 1) {
    const token = tokens[at + count * step];
    if (!token) return null;
    if (token.kind === 'space') continue;
    if (token.kind === 'sign') {
      if (step === 1 && ':=@'.includes(token.text)) isNamed = true;
      else if (!"'’@-(.".includes(token.text)) return null;
      continue;
    }
    const isName =
      token.kind === 'word' && (/[\d_]/.test(token.text) || isAtSign(tokens, token, at + count * step));
    if (isName || (isNamed && !fillers.has(token.text)))
      return { from: isAtSign(tokens, token, at + count * step) ? token.from - 1 : token.from, to: token.to };
    if (!fillers.has(token.text)) return null;
  }
  return null;
}

const isAtSign = (tokens: readonly Token[], token: Token, at: number): boolean =>
  tokens[at - 1]?.text === '@' && tokens[at - 1]?.to === token.from;
