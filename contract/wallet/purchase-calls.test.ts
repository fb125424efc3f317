import { describe, expect, it } from 'vitest';
import { BUNDLES_SHOWN, bonusOf, discountOf, offersOf, pricePerMinute } from './purchase-calls.ts';

const bundle = (cents: number, credits: number) => ({ id: `b${cents}`, cents, credits });

describe.each([
  { name: 'L9.6 the base price', cents: 99, credits: 60, minute: 0.99, discount: 0, bonus: 0 },
  { name: 'the base price times five', cents: 495, credits: 300, minute: 0.99, discount: 0, bonus: 0 },
  { name: 'L9.6 half the base price', cents: 495, credits: 600, minute: 0.495, discount: 50, bonus: 300 },
  { name: 'a little cheaper', cents: 995, credits: 650, minute: 0.918461, discount: 7, bonus: 46 },
  { name: 'a large bundle', cents: 9995, credits: 8000, minute: 0.749625, discount: 24, bonus: 1942 },
  { name: 'dearer than the base', cents: 100, credits: 60, minute: 1, discount: 0, bonus: 0 },
  { name: 'one credit for one cent', cents: 1, credits: 1, minute: 0.6, discount: 39, bonus: 0 },
  { name: 'almost nothing', cents: 1, credits: 1_000_000, minute: 0.0000006, discount: 99, bonus: 999_999 },
])('L3.19 $name', ({ cents, credits, minute, discount, bonus }) => {
  it(`costs ${minute} euro a minute`, () =>
    expect(pricePerMinute(bundle(cents, credits))).toBeCloseTo(minute, 5));
  it(`is ${discount} % off`, () => expect(discountOf(bundle(cents, credits))).toBe(discount));
  it(`has ${bonus} bonus credits`, () => expect(bonusOf(bundle(cents, credits))).toBe(bonus));
});

it('L5.10 offers the first five in the given order', () => {
  const many = Array.from({ length: 7 }, (_, index) => bundle(100 + index, 60));
  expect(offersOf(many).map(({ id }) => id)).toEqual(['b100', 'b101', 'b102', 'b103', 'b104']);
  expect(offersOf(many)).toHaveLength(BUNDLES_SHOWN);
});

it('marks only the promoted bundle', () => {
  const few = [bundle(100, 60), bundle(200, 150)];
  expect(offersOf(few, 'b200').map(({ popular }) => popular)).toEqual([false, true]);
  expect(offersOf(few).map(({ popular }) => popular)).toEqual([false, false]);
});
