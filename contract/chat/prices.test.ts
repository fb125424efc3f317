import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { onlineStatus } from '../performers/status.ts';
import {
  fixedPrices,
  isIn,
  minutePrice,
  type PriceRules,
  pricesIn,
  pricesOf,
  unitCredits,
  unitLengths,
  vipMinimum,
} from './prices.ts';

const { online, free, vip, paused } = onlineStatus;
const rules: PriceRules = {
  chat: { min: 30, max: 120, step: 6 },
  vip: { min: 120, max: 480, step: 12 },
  unitSeconds: 10,
};
const unset = { chatPrice: null, vipPrice: null };

it.each([
  ['a minute of chat', 'chat', online, 60],
  ['a minute of VIP', 'vip', vip, 240],
  ['free chat', 'free', free, 0],
  ['chat while the performer pauses', 'chat', paused, 0],
] as const)('charges the price of %s', (_, type, status, price) => {
  expect(minutePrice(fixedPrices, type, status)).toBe(price);
});

describe('pricesOf', () => {
  it('is the specification’s without rules, whatever is stored', () => {
    expect(pricesOf(null, { chatPrice: 90, vipPrice: 300 })).toEqual({ chat: 60, vip: 240, unitSeconds: 60 });
  });

  it.each([
    ['the specification’s where nothing is set', unset, { chat: 60, vip: 240 }],
    ['her own', { chatPrice: 90, vipPrice: 300 }, { chat: 90, vip: 300 }],
    ['the nearest allowed one', { chatPrice: 500, vipPrice: 1 }, { chat: 120, vip: 120 }],
    ['the next step below', { chatPrice: 65, vipPrice: 251 }, { chat: 60, vip: 240 }],
  ])('is %s', (_, own, expected) => {
    expect(pricesOf(rules, own)).toEqual({ ...expected, unitSeconds: 10 });
  });

  it('always lies within the rules', () => {
    const stored = fc.option(fc.integer({ min: 1, max: 10_000 }));
    fc.assert(
      fc.property(stored, stored, (chatPrice, vipPrice) => {
        const { chat, vip: show } = pricesOf(rules, { chatPrice, vipPrice });
        return isIn(rules.chat, chat) && isIn(rules.vip, show) && pricesIn(rules.vip).includes(show);
      }),
    );
  });
});

it('charges a unit its part of the minute', () => {
  const units = unitLengths.map((unitSeconds) => unitCredits({ ...fixedPrices, unitSeconds }, 'vip'));
  expect(units).toEqual([240, 120, 40]);
  expect(unitCredits(fixedPrices, 'free')).toBe(0);
});

it('asks two minutes as the minimum of a show', () => {
  expect(vipMinimum(fixedPrices)).toBe(480);
  expect(vipMinimum({ vip: 300 })).toBe(600);
});
