import { expect, it } from 'vitest';
import { findRings, type NewSpender } from './today-calls.ts';

let members = 0;
const spender = (network: string | null, mailbox: string, performerId: number, credits = 120): NewSpender => {
  members += 1;
  return { memberId: members, performerId, credits, network, mailbox };
};
const foundIn = (spenders: NewSpender[]) =>
  findRings(spenders, 3).map(({ kind, hash, performerId, accounts }) => [
    kind,
    hash,
    performerId,
    accounts.length,
  ]);

it.each([
  ['three accounts of a network', ['n n n', 'a b c', '1 1 1'], [['network', 'n', 1, 3]]],
  ['three of a mailbox', ['n m o', 'a a a', '1 1 1'], [['mailbox', 'a', 1, 3]]],
  [
    'three of both',
    ['n n n', 'a a a', '1 1 1'],
    [
      ['network', 'n', 1, 3],
      ['mailbox', 'a', 1, 3],
    ],
  ],
  ['two of a network', ['n n o', 'a b c', '1 1 1'], []],
  ['three performers', ['n n n', 'a b c', '1 2 3'], []],
  ['a network that is not known', ['- - -', 'a b c', '1 1 1'], []],
])('finds a ring of %s', (_, [networks = '', mailboxes = '', performers = ''], rings) => {
  const [of, at] = [mailboxes.split(' '), performers.split(' ')];
  const spenders = networks
    .split(' ')
    .map((network, place) => spender(network === '-' ? null : network, of[place] ?? '', Number(at[place])));
  expect(foundIn(spenders)).toEqual(rings);
});

it('leaves out accounts that got everything back', () => {
  const spenders = [spender('n', 'a', 1), spender('n', 'b', 1), spender('n', 'c', 1, 0)];
  expect(foundIn(spenders)).toEqual([]);
});
