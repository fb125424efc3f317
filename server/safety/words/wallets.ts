import { ibanLengths } from '#contract/wallet/iban.ts';
import { type Mapped, type Part, partOf } from './fold.ts';

/** Minimum number of digits in an IBAN, and of characters in a key. */
const [DIGITS_MIN, KEY_MIN] = [10, 25];

const iban = /(?<![\p{L}\d])[a-z]{2}[ .-]?\d\d(?:[ .-]?[a-z\d]){11,29}/gu;
const wallet =
  /(?<![\p{L}\d])(?:0x[\da-f]{40}|(?:bc1|tb1)(?:[a-z\d]{39}|[a-z\d]{59})|ltc1(?:[a-z\d]{39}|[a-z\d]{59})|[a-z\d]{25,110}|(?:0x|bc1|ltc1|tb1)[\da-z]{0,5}(?: [\da-z]{1,6}){7,12})(?![\p{L}\d])/gu;

/** Bank accounts and wallets. */
export function findWallets(mapped: Mapped): Part[] {
  const accounts = [...mapped.text.matchAll(iban)].flatMap(({ 0: text, index }) => {
    const end = endOfIban(text);
    return end === null ? [] : [partOf(mapped, index, index + end)];
  });
  const keys = [...mapped.text.matchAll(wallet)]
    .filter(({ 0: key }) => key.length > KEY_MIN && (key.match(/\d+/g) ?? []).length >= 3)
    .map(({ 0: key, index }) => partOf(mapped, index, index + key.length));
  return [...accounts, ...keys];
}

/** Number of characters up to the length that IBANs of the country have, or null. */
function endOfIban(text: string): number | null {
  const length = ibanLengths.get(text.slice(0, 2).toUpperCase());
  if (length === undefined) return null;
  let [count, digits] = [0, 0];
  for (const [at, character] of [...text].entries()) {
    if (/[ .-]/.test(character)) continue;
    count += 1;
    digits += Number(/\d/.test(character));
    if (count === length) return digits >= DIGITS_MIN && !/^[a-z\d]/.test(text.slice(at + 1)) ? at + 1 : null;
  }
  return null;
}
