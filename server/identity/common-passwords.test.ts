import { statSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commonPasswordsFile, isCommonPassword, PREFIX_BYTES } from './common-passwords.ts';

describe('passwords that breaches have shown', () => {
  it('are many', () => {
    expect(statSync(commonPasswordsFile).size / PREFIX_BYTES).toBeGreaterThan(250_000);
  });

  it.each(['trustno1', 'qwerty12345', 'jennifer1', 'football', 'mercedes', 'feyenoord1'])(
    'have %s among them',
    (password) => {
      expect(isCommonPassword(password)).toBe(true);
    },
  );

  it.each(['Plein-16', 'Gracht-17', 'correct horse battery staple', ''])(
    'have not “%s” among them',
    (password) => {
      expect(isCommonPassword(password)).toBe(false);
    },
  );

  it('are the same in any capitals', () => {
    expect([isCommonPassword('LiverPool1'), isCommonPassword('liverpool1')]).toEqual([true, true]);
  });

  it('take one of some fifteen thousand others for theirs', () => {
    const made = fc.sample(fc.string({ minLength: 14, maxLength: 20 }), { numRuns: 20_000, seed: 61 });
    expect(made.filter(isCommonPassword).length).toBeLessThan(10);
  });
});
