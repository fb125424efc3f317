import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasAccountNumber } from '../wallet/iban.ts';
import { payoutCents } from '../wallet/prices.ts';
import { changesBetween } from './content-calls.ts';
import { byAttention } from './live-calls.ts';
import {
  creditsDue,
  pastMonths,
  payableFrom,
  payoutVersion,
  referenceField,
  stopOf,
} from './money/payout-calls.ts';
import { isRoleAmong, operatorRoles } from './roles.ts';
import { findRings, type NewSpender } from './today-calls.ts';

it('names each field that differs, with its text before and after', () => {
  const before = {
    position: 3,
    en: { title: 'Music', h2Tabs: [{ tab: 'A', title: 'B' }], text: 'One\nTwo' },
  };
  const after = {
    position: 3,
    filters: { age: ['18-30', '30-50'] },
    en: { title: 'Music', h2Tabs: [{ tab: 'A', title: 'C' }, { tab: 'D' }], text: 'One\r\nTwo\r\n' },
  };
  expect(changesBetween(before, after)).toEqual([
    { field: 'filters.age', before: null, after: '18-30, 30-50' },
    { field: 'en.h2Tabs.1.title', before: 'B', after: 'C' },
    { field: 'en.h2Tabs.2.tab', before: null, after: 'D' },
  ]);
});

it('names a field that is gone, and nothing if nothing differs', () => {
  expect(changesBetween({ from: '2026-12-01', wallet: false }, { wallet: false })).toEqual([
    { field: 'from', before: '2026-12-01', after: null },
  ]);
  expect(changesBetween({ a: [{ b: 1 }] }, { a: [{ b: 1 }] })).toEqual([]);
});

it('shows every field of something new', () => {
  expect(changesBetween(null, { season: 'easter' })).toEqual([
    { field: 'season', before: null, after: 'easter' },
  ]);
});

it('orders rooms by urgent reports, reports, new performers and viewers', () => {
  const room = { viewers: 0, isNew: false, reports: 0, isUrgent: false };
  const rooms = [
    { ...room, id: 1 },
    { ...room, id: 2, viewers: 90 },
    { ...room, id: 3, isNew: true },
    { ...room, id: 4, reports: 1, viewers: 5 },
    { ...room, id: 5, reports: 2 },
    { ...room, id: 6, reports: 1, isUrgent: true },
    { ...room, id: 7 },
  ];
  expect(rooms.sort(byAttention).map(({ id }) => id)).toEqual([6, 5, 4, 3, 2, 1, 7]);
});

const by = (months: Record<string, number>) => new Map(Object.entries(months));

describe('credits owed for a month', () => {
  it.each([
    ['all that was earned up to its end', {}, 300],
    ['less what was paid out for earlier months', { '2026-01': 100 }, 200],
    ['nothing once it is paid', { '2026-01': 100, '2026-02': 200 }, 0],
    ['nothing of what a later month has paid', { '2026-03': 350 }, 0],
    ['what came back, although a later month is paid', { '2026-01': 100, '2026-03': 50 }, 200],
  ])('are %s', (_, paid, due) => {
    expect(creditsDue('2026-02', by({ '2026-01': 100, '2026-02': 200, '2026-03': 50 }), by(paid))).toBe(due);
  });

  it('are at most what is left of them after credits were given back', () => {
    expect(creditsDue('2026-01', by({ '2026-01': 100, '2026-02': -30 }), by({}))).toBe(70);
    expect(creditsDue('2026-01', by({ '2026-01': 100, '2026-02': -30, '2026-03': 50 }), by({}))).toBe(70);
    expect(creditsDue('2026-01', by({}), by({}))).toBe(0);
  });

  it('are never paid twice and never exceed the balance, in any order of months', () => {
    const months = ['2026-01', '2026-02', '2026-03', '2026-04'];
    const act = fc.record({
      what: fc.constantFrom('earn', 'pay', 'return'),
      month: fc.constantFrom(...months),
      credits: fc.integer({ min: 1, max: 500 }),
    });
    fc.assert(
      fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
        const [earned, paid] = [new Map<string, number>(), new Map<string, number>()];
        const sum = (credits: Map<string, number>) =>
          [...credits.values()].reduce((all, one) => all + one, 0);
        for (const { what, month, credits } of acts) {
          if (what === 'earn') earned.set(month, (earned.get(month) ?? 0) + credits);
          else if (what === 'return') paid.delete(month);
          else if (!paid.has(month)) {
            const due = creditsDue(month, earned, paid);
            if (due > 0) paid.set(month, due);
          }
          expect(sum(paid)).toBeLessThanOrEqual(sum(earned));
          for (const one of months)
            expect(creditsDue(one, earned, paid)).toBeLessThanOrEqual(sum(earned) - sum(paid));
        }
        const last = months.at(-1) ?? '';
        if (!paid.has(last)) expect(creditsDue(last, earned, paid)).toBe(sum(earned) - sum(paid));
      }),
    );
  });
});

it('rounds cents down', () => {
  expect(payoutCents(613, 5)).toBe(30);
  expect(payoutCents(1, 50)).toBe(0);
  expect(payoutCents(200, 50)).toBe(100);
});

it('lets a month be paid once nothing of it can be given back', () => {
  expect(payableFrom('2026-11', 0)).toEqual(new Date('2026-12-01T00:00:00Z'));
  expect(payableFrom('2026-11', 72)).toEqual(new Date('2026-12-04T00:00:00Z'));
  expect(pastMonths(new Date('2026-11-30T22:59:59Z'), 1)).toEqual(['2026-10']);
  expect(pastMonths(new Date('2026-12-31T23:00:00Z'), 3)).toEqual(['2026-12', '2026-11', '2026-10']);
});

describe('a payout', () => {
  const owed = {
    credits: 1000,
    cents: 500,
    minimum: 1000,
    isPayable: true,
    lacksIdentity: false,
    lacksDetails: false,
    isSuspended: false,
    isRemoved: false,
  };

  it.each([
    ['nothing', {}, null],
    ['a month that cannot be paid yet', { isPayable: false, cents: null }, 'early'],
    ['a missing rate', { cents: null }, 'rate'],
    ['details that were asked for in vain', { lacksDetails: true, isSuspended: true }, 'details'],
    ['a missing identity record', { lacksIdentity: true, isSuspended: true }, 'identity'],
    ['a suspension', { isSuspended: true, credits: 1 }, 'suspended'],
    ['the minimum', { credits: 999 }, 'minimum'],
    ['no minimum for a performer who has left', { credits: 999, isRemoved: true }, null],
    ['less than a cent', { minimum: 0, credits: 1, cents: 0 }, 'minimum'],
  ])('is stopped by %s', (_, change, stop) => {
    expect(stopOf({ ...owed, ...change })).toBe(stop);
  });

  it('has another version after any change', () => {
    const versions = [payoutVersion(0, 100, 50), payoutVersion(1, 100, 50), payoutVersion(0, 101, 50)];
    expect(new Set([...versions, payoutVersion(0, 100, 51), payoutVersion(0, 100, null)]).size).toBe(5);
  });
});

it.each([
  ['NL91ABNA0417164300', true],
  ['to nl91 abna 0417 1643 00', true],
  ['BE68-5390-0754-7034', true],
  ['NL91ABNA0417164301', false],
  ['PO2026031234567890', false],
  ['2026-03/17', false],
])('finds the account number in %s: %s', (text, found) => {
  expect(hasAccountNumber(text)).toBe(found);
  expect(referenceField.safeParse(text).success).toBe(!found);
});

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

it.each(operatorRoles)('lets %s and owners make calls of that role', (role) => {
  const allowed = operatorRoles.filter((other) => isRoleAmong(other, [role]));
  expect(allowed).toEqual([...new Set([role, 'owner'])]);
});
