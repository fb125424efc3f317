/** Characters of an account number (IBAN, ISO 13616) by country. */
export const ibanLengths: ReadonlyMap<string, number> = new Map(
  Object.entries({
    AT: 20,
    BE: 16,
    BG: 22,
    CH: 21,
    CZ: 24,
    DE: 22,
    DK: 18,
    ES: 24,
    FI: 18,
    FR: 27,
    GB: 22,
    GR: 27,
    HR: 21,
    HU: 28,
    IE: 22,
    IT: 27,
    LT: 20,
    LU: 20,
    MT: 31,
    NL: 18,
    NO: 15,
    PL: 28,
    PT: 25,
    RO: 24,
    SE: 24,
    SK: 24,
    TR: 26,
  }),
);

/** Whether a text contains an account number, with or without spaces. */
export function hasAccountNumber(text: string): boolean {
  const letters = text.toUpperCase().replace(/[\s.-]/g, '');
  return [...letters.matchAll(/(?=([A-Z]{2})\d{2})/g)].some(({ index, 1: country = '' }) => {
    const number = letters.slice(index, index + (ibanLengths.get(country) ?? 0));
    return number.length === ibanLengths.get(country) && /^[A-Z0-9]+$/.test(number) && isIban(number);
  });
}

/** Whether a text without blanks is an account number; in countries that are not listed, of any length. */
export const isAccountNumber = (number: string): boolean =>
  /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(number) &&
  number.length === (ibanLengths.get(number.slice(0, 2)) ?? number.length) &&
  isIban(number);

function isIban(number: string): boolean {
  const digits = (number.slice(4) + number.slice(0, 4)).replace(/[A-Z]/g, (letter) =>
    String(Number.parseInt(letter, 36)),
  );
  return BigInt(digits) % 97n === 1n;
}
