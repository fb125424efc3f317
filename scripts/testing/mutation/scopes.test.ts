import { globSync } from 'node:fs';
import { expect, it } from 'vitest';
import { scopeOf, scopes } from './scopes.mjs';

it.each(Object.entries(scopes))('%s names files that are there', (_, { mutate, tests }) => {
  for (const pattern of [...mutate, ...tests])
    expect(globSync(pattern.replace(/^!/, '')), pattern).not.toEqual([]);
});

it('is one of those that are there, the contract unless told', () => {
  expect(scopeOf()).toBe(scopes['contract']);
  expect(() => scopeOf('wallets')).toThrow('there is no scope wallets: it is one of contract, ledger');
});
