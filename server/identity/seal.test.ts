import { expect, it } from 'vitest';
import { seal, unseal } from './seal.ts';

const value = new TextEncoder().encode('a key');

it('opens what it sealed, which never looks the same twice', () => {
  const [one, other] = [
    seal('secret', 'operator-code-key', value),
    seal('secret', 'operator-code-key', value),
  ];
  expect(Buffer.from(one).equals(Buffer.from(other))).toBe(false);
  expect(Buffer.from(unseal('secret', 'operator-code-key', one) ?? []).toString()).toBe('a key');
});

it('returns null for another secret, a changed value and a short one', () => {
  const sealed = seal('secret', 'operator-code-key', value);
  const changed = Uint8Array.from(sealed, (byte, place) => (place === 14 ? byte ^ 1 : byte));
  expect(unseal('other', 'operator-code-key', sealed)).toBeNull();
  expect(unseal('secret', 'operator-code-key', changed)).toBeNull();
  expect(unseal('secret', 'operator-code-key', new Uint8Array(4))).toBeNull();
});
