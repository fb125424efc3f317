import { describe, expect, it } from 'vitest';
import { isLargeTip, isSameTip, refuseTip, TIP_MAX, TIP_MIN, tipDataSchema, tipPresets } from './tips.ts';

describe('refuseTip', () => {
  it.each([
    ['the smallest tip from exactly that balance goes', TIP_MIN, TIP_MIN, null],
    ['the largest tip goes', TIP_MAX, TIP_MAX, null],
    ['L5.1 one credit too few is refused for credits', 500, 499, 'credits'],
    ['an empty wallet is refused for credits', TIP_MIN, 0, 'credits'],
    ['L5.4 below the minimum is refused for the amount', TIP_MIN - 1, 5000, 'amount'],
    ['L5.4 above the maximum is refused for the amount', TIP_MAX + 1, TIP_MAX * 2, 'amount'],
    ['half a credit is refused for the amount', 100.5, 5000, 'amount'],
    ['a negative tip is refused for the amount', -100, 5000, 'amount'],
    ['what is no number is refused for the amount', Number.NaN, 5000, 'amount'],
  ] as const)('%s', (_, amount, balance, expected) => {
    expect(refuseTip(amount, balance)).toBe(expected);
  });
});

describe('isLargeTip', () => {
  it.each([
    ['a thousand of plenty', 1000, 100_000, false],
    ['more than a thousand, however much there is', 1001, TIP_MAX, true],
    ['a fifth of the balance', 100, 500, false],
    ['more than a fifth of the balance', 100, 499, true],
    ['the whole balance', 100, 100, true],
  ] as const)('%s', (_, amount, balance, expected) => {
    expect(isLargeTip(amount, balance)).toBe(expected);
  });
});

describe('tipDataSchema', () => {
  it('L5.3 fills in an empty message and a tip that is not public', () => {
    expect(tipDataSchema.parse({ amount: 250 })).toMatchObject({
      amount: 250,
      tipType: 'tip',
      message: '',
      isPublic: false,
    });
  });

  it('compares all that is stored of two tips', () => {
    const tip = tipDataSchema.parse({ amount: 250 });
    expect(isSameTip(tip, { ...tip, item: null })).toBe(true);
    expect(isSameTip(tipDataSchema.parse({ amount: 250, toy: true }), tip)).toBe(true);
    const changes = {
      amount: 251,
      tipType: 'wink',
      message: 'for you',
      isPublic: true,
      item: 'A song',
    } as const;
    for (const [name, value] of Object.entries(changes))
      expect(isSameTip(tip, { ...tip, [name]: value }), name).toBe(false);
  });

  it('refuses an amount sent as text', () => {
    expect(tipDataSchema.safeParse({ amount: '250' }).success).toBe(false);
  });

  it("drops unknown fields, so a sender can't be forged", () => {
    expect(tipDataSchema.parse({ amount: 250, member: 7 })).not.toHaveProperty('member');
  });
});

it('offers presets within the limits, cheapest first', () => {
  const amounts = tipPresets.map((preset) => preset.amount);
  expect(amounts).toEqual([...amounts].sort((a, b) => a - b));
  expect(amounts.every((amount) => refuseTip(amount, TIP_MAX) === null)).toBe(true);
});
