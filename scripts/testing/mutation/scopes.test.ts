import { globSync } from 'node:fs';
import { expect, it } from 'vitest';
import { scopeOf, scopes } from './scopes.mjs';

it.each(Object.entries(scopes))('%s names existing files', (_, { mutate, tests }) => {
  for (const pattern of [...mutate, ...tests])
    expect(globSync(pattern.replace(/^!/, '')), pattern).not.toEqual([]);
});

it('returns an existing scope, contract by default', () => {
  expect(scopeOf()).toBe(scopes['contract']);
  expect(() => scopeOf('wallets')).toThrow('Unknown scope wallets. Scopes: contract, ledger');
});
