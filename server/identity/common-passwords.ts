import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Made by scripts/make-common-passwords.ts. */
export const commonPasswordsFile = join(import.meta.dirname, 'common-passwords.bin');

/** Of each hash; one of 15,500 passwords that are on no list is taken for one that is. */
export const PREFIX_BYTES = 4;

/** The same in any capitals. */
export const prefixOf = (password: string): number =>
  createHash('sha256').update(password.toLowerCase()).digest().readUInt32BE(0);

/** Sorted prefixes; read once, when the first password is asked about. */
let sorted: Buffer | undefined;

/** Whether it is among those that breaches of other sites have shown most often. */
export function isCommonPassword(password: string): boolean {
  sorted ??= readFileSync(commonPasswordsFile);
  const wanted = prefixOf(password);
  let [low, high] = [0, sorted.length / PREFIX_BYTES];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const found = sorted.readUInt32BE(middle * PREFIX_BYTES);
    if (found === wanted) return true;
    if (found < wanted) low = middle + 1;
    else high = middle;
  }
  return false;
}
