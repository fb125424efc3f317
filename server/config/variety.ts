/** Character classes of a secret, and the size of each. */
const classes: readonly (readonly [RegExp, number])[] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/\d/, 10],
  [/[^a-zA-Z\d]/, 32],
];
/** A part of this length that occurred before adds nothing. */
const REPEATED = 4;

/** Upper bound of a secret's strength in bytes: repeated parts and sequences (`aaaa`, `abcd`) add nothing. */
export function varietyOf(secret: string): number {
  const isHex = /^[\da-f]+$/i.test(secret) && /[a-f]/i.test(secret);
  const sizes = classes.filter(([pattern]) => pattern.test(secret)).map(([, size]) => size);
  const alphabet = isHex ? 16 : sizes.reduce((sum, size) => sum + size, 0);
  return (countNew(secret) * Math.log2(Math.max(2, alphabet))) / 8;
}

function countNew(secret: string): number {
  const parts = new Set<string>();
  const codes = [...secret].map((character) => character.codePointAt(0) ?? 0);
  let count = 0;
  for (const [at, code] of codes.entries()) {
    const step = code - (codes[at - 1] ?? Number.NaN);
    const isInRow = Math.abs(step) <= 1 && step === (codes[at - 1] ?? 0) - (codes[at - 2] ?? Number.NaN);
    const part = codes.slice(Math.max(0, at - REPEATED + 1), at + 1).join();
    const isRepeated = at >= REPEATED - 1 && parts.has(part);
    parts.add(part);
    if (!isInRow && !isRepeated) count += 1;
  }
  return count;
}
