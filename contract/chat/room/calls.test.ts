import { expect, it } from 'vitest';
import { fixedPrices } from '../prices.ts';
import { paysFrom } from './sanction-calls.ts';
import { newerTippers } from './tip-menu-calls.ts';

it.each([
  [0, 'chat', 0],
  [59, 'chat', 0],
  [60, 'free', 1],
  [299, 'chat', 1],
  [300, 'chat', 5],
  [900, 'chat', 15],
  [3599, 'chat', 15],
  [3600, 'chat', 60],
  [100_000, 'chat', 60],
  [239, 'vip', 0],
  [240, 'vip', 1],
  [1200, 'vip', 5],
] as const)('says of %i credits in a %s chat: %i minutes or more', (credits, type, minutes) => {
  expect(paysFrom(credits, type, fixedPrices)).toBe(minutes);
});

it('counts minutes at a performer’s own prices', () => {
  const prices = { chat: 30, vip: 300, unitSeconds: 10 } as const;
  expect([paysFrom(150, 'chat', prices), paysFrom(150, 'vip', prices)]).toEqual([5, 0]);
});

it('keeps the newer list, whatever the order of arrival', () => {
  const [older, newer] = [
    { seq: 4, tippers: [{ name: 'Anna', credits: 100 }] },
    { seq: 5, tippers: [{ name: 'Anna', credits: 300 }] },
  ];
  expect(newerTippers(older, newer)).toEqual(newer);
  expect(newerTippers(newer, older)).toEqual(newer);
});

it('takes a list with the same number: credits were given back', () => {
  const tippers = [{ name: 'Anna', credits: 100 }];
  expect(newerTippers({ seq: 4, tippers }, { seq: 4, tippers: [] })).toEqual({ seq: 4, tippers: [] });
});
