import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { billOf, dialInCodeSchema, earningsOf, refuseNickname } from './dial-in-calls.ts';

describe('billOf', () => {
  const plain = { centsPerMinute: 80, promo: null };
  const promo = { centsPerMinute: 80, promo: { minutes: 30, cents: 299 } };
  it.each([
    [0, 0],
    [1, 2],
    [60, 80],
    [61, 82],
    [200, 267],
    [3600, 4800],
  ])('L9.5 charges %i s as %i cents without a promotion', (seconds, cents) =>
    expect(billOf(seconds, plain)).toBe(cents),
  );
  it.each([
    [60, 80],
    [224, 299],
    [225, 299],
    [1800, 299],
    [1801, 301],
    [1860, 379],
  ])('L9.5 charges %i s as %i cents if thirty minutes cost at most 2.99', (seconds, cents) =>
    expect(billOf(seconds, promo)).toBe(cents),
  );
});

describe('earningsOf', () => {
  const tariff = { centsPerMinute: 80, promo: { minutes: 30, cents: 299 } };
  it('is what a member would have paid for the delivered media', () => {
    expect(earningsOf([60_000, 30_500], 160, tariff)).toEqual([60, 30]);
  });
  it('never exceeds the revenue of the call', () => {
    expect(earningsOf([1_800_000], 299, tariff)).toEqual([224]);
    expect(earningsOf([900_000, 900_000], 299, tariff)).toEqual([112, 112]);
    expect(earningsOf([], 299, tariff)).toEqual([]);
  });
  it('holds for any call', () => {
    const delivered = fc.array(fc.integer({ min: 0, max: 4_000_000 }), { maxLength: 5 });
    fc.assert(
      fc.property(delivered, fc.integer({ min: 0, max: 5000 }), (parts, cents) => {
        const earned = earningsOf(parts, cents, tariff);
        const sum = earned.reduce((total, credits) => total + credits, 0);
        expect(sum).toBeLessThanOrEqual(Math.floor((cents * 60) / 80));
        for (const [index, credits] of earned.entries()) {
          expect(credits).toBeGreaterThanOrEqual(0);
          expect(credits).toBeLessThanOrEqual((parts[index] ?? 0) / 1000);
        }
      }),
    );
  });
});

it.each([
  ['Zon', 'change_username.nicknameLength'],
  ['Zonn', null],
  ['Zonnetje123456', null],
  ['Zonnetje1234567', 'change_username.nicknameLength'],
  ['Zon net', 'change_username.invalidChar'],
  ['4dm1n', 'registration.error.forbiddenWords'],
] as const)('L5.8 the nickname %s: %s', (name, refused) => expect(refuseNickname(name)).toBe(refused));

it.each([
  ['0061', true],
  ['061', false],
  ['00611', false],
  ['00a1', false],
])('L5.9 accepts codes of four digits only: %s is %s', (code, isOne) =>
  expect(dialInCodeSchema.safeParse(code).success).toBe(isOne),
);
