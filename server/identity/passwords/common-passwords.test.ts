import { statSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commonPasswordsFile, openCommonPasswords, PREFIX_BYTES } from './common-passwords.ts';

const { has: isCommonPassword } = openCommonPasswords();

describe('common passwords', () => {
  it('are numerous', () => {
    expect(statSync(commonPasswordsFile).size / PREFIX_BYTES).toBeGreaterThan(250_000);
  });

  it.each(['trustno1', 'qwerty12345', 'jennifer1', 'football', 'mercedes', 'feyenoord1'])(
    'include %s',
    (password) => {
      expect(isCommonPassword(password)).toBe(true);
    },
  );

  it.each(['Plein-16', 'Gracht-17', 'correct horse battery staple', ''])(
    'do not include “%s”',
    (password) => {
      expect(isCommonPassword(password)).toBe(false);
    },
  );

  it('match in any case', () => {
    expect(isCommonPassword('LiverPool1')).toBe(true);
    expect(isCommonPassword('liverpool1')).toBe(true);
  });

  it('also match one of some fifteen thousand other passwords', () => {
    const made = fc.sample(fc.string({ minLength: 14, maxLength: 20 }), { numRuns: 20_000, seed: 61 });
    expect(made.filter(isCommonPassword).length).toBeLessThan(10);
  });
});
