import { describe, expect, it } from 'vitest';
import { BUNDLES_SHOWN, bonusOf, discountOf } from '#contract/wallet/bundles.ts';
import { bundlesSchema, DEFAULT_BUNDLES, defaultPaymentMethods, paymentMethodsSchema } from './offers.ts';

describe('the bundles on sale by default', () => {
  const bundles = bundlesSchema.parse(DEFAULT_BUNDLES);

  it('are as many as are shown', () => expect(bundles).toHaveLength(BUNDLES_SHOWN));

  it('get cheaper a minute and give more on top the larger they are', () => {
    const rising = (values: number[]) => values.every((value, i) => i === 0 || value > (values[i - 1] ?? 0));
    expect(rising(bundles.map((bundle) => bundle.cents))).toBe(true);
    expect(rising(bundles.map((bundle) => discountOf(bundle) + 1))).toBe(true);
    expect(rising(bundles.map((bundle) => bonusOf(bundle) + 1))).toBe(true);
  });
});

it('reads an operator’s own bundles in their order', () => {
  expect(bundlesSchema.parse('b:200:100, a:100:40')).toEqual([
    { id: 'b', cents: 200, credits: 100 },
    { id: 'a', cents: 100, credits: 40 },
  ]);
});

it.each(['', 'a:100', 'a:0:10', 'a:10:-5', 'a:9.95:600', 'a:100:40,a:200:100', 'A B:100:40', 'a:1:2:3'])(
  'refuses %j as bundles',
  (text) => expect(bundlesSchema.safeParse(text).success).toBe(false),
);

it('names the specification’s five ways to pay', () => {
  expect(defaultPaymentMethods('paynl')).toEqual([
    { id: '10', provider: 'paynl', method: 'ideal' },
    { id: '709', provider: 'paynl', method: 'creditcard' },
    { id: '436', provider: 'paynl', method: 'mistercash' },
    { id: '595', provider: 'paynl', method: 'sofortbanking' },
    { id: '553', provider: 'paynl', method: 'paysafecard' },
  ]);
});

it.each(['', 'gold:10', 'ideal', 'ideal:', 'ideal:10,creditcard:10'])('refuses %j as ways to pay', (text) =>
  expect(paymentMethodsSchema.safeParse(text).success).toBe(false),
);
