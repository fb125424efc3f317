import { ibanLengths } from '#contract/wallet/iban.ts';
import type { Token } from './tokens.ts';
import type { Part } from './word-list.ts';

const TOKENS_MAX = 40;

/** Bank accounts and wallets. */
export function findWallets(tokens: readonly Token[]): Part[] {
  const found: Part[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const last = ibanEnd(tokens, at) ?? walletEnd(tokens, at);
    if (last === null) continue;
    found.push({ from: tokens[at]?.from ?? 0, to: tokens[last]?.to ?? 0 });
    at = last;
  }
  return found;
}

/** A token as typed: its digits may be letters that look like them. */
const charactersOf = ({ kind, text, key }: Token): string =>
  kind === 'number' ? text : kind === 'word' ? text : key;

/** Minimum number of real digits in an IBAN. */
const DIGITS_MIN = 10;

const digitsIn = (tokens: readonly Token[], first: number, last: number): number =>
  tokens
    .slice(first, last + 1)
    .filter(({ groups }) => !groups)
    .reduce((sum, token) => sum + charactersOf(token).replace(/\D/g, '').length, 0);

function ibanEnd(tokens: readonly Token[], at: number): number | null {
  const start = tokens[at] as Token;
  if (start.kind !== 'word') return null;
  const head =
    start.text.length === 2
      ? start.text + (tokens[at + 1]?.text ?? '') + (tokens[at + 2]?.text ?? '')
      : start.text;
  const length = ibanLengths.get(head.slice(0, 2).toUpperCase());
  if (length === undefined || !/^[a-z]{2}[ .-]?\d\d/.test(head)) return null;
  const end = endOf(tokens, at, { exactly: length, pattern: /^[a-z\d]+$/ });
  return end !== null && digitsIn(tokens, at, end) >= DIGITS_MIN ? end : null;
}

/** Index of the token at which exactly the given number of characters from `at` on is reached, or null. */
function endOf(
  tokens: readonly Token[],
  at: number,
  { exactly, pattern }: { exactly: number; pattern: RegExp },
): number | null {
  let length = 0;
  for (let index = at; index < Math.min(tokens.length, at + TOKENS_MAX); index += 1) {
    const token = tokens[index] as Token;
    if (token.kind === 'space' || '.-_'.includes(token.text)) continue;
    const characters = charactersOf(token);
    if (!pattern.test(characters)) return null;
    length += characters.length;
    if (length === exactly) return index;
    if (length > exactly) return null;
  }
  return null;
}

const HEX_WALLET = 42;
/** Lengths of bech32 addresses (BIP 173). */
const SEGWIT_WALLETS = [42, 62] as const;
const KEY_MIN = 25;

/** `0x…`, or a long word that mixes letters and digits as only keys do. */
function walletEnd(tokens: readonly Token[], at: number): number | null {
  const { kind, text } = tokens[at] as Token;
  if (kind === 'word' && text.startsWith('0x')) {
    const end = endOf(tokens, at, { exactly: HEX_WALLET, pattern: /^(?:0x)?[\da-f]*$/ });
    if (end !== null) return end;
  }
  if (kind === 'word' && /^(?:bc1|ltc1|tb1)/.test(text))
    for (const exactly of SEGWIT_WALLETS) {
      const end = endOf(tokens, at, {
        exactly: exactly + Number(text.startsWith('l')),
        pattern: /^[a-z\d]+$/,
      });
      if (end !== null) return end;
    }
  const isKey = kind === 'word' && text.length >= KEY_MIN && (text.match(/\d+/g) ?? []).length >= 3;
  return isKey ? at : null;
}
