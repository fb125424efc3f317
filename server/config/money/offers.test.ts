import { describe, expect, it } from 'vitest';
import { usualOption } from '#contract/wallet/payment.ts';
import { BUNDLES_SHOWN, bonusOf, discountOf } from '#contract/wallet/purchase-calls.ts';
import { bundlesSchema, DEFAULT_BUNDLES, defaultPaymentMethods, paymentMethodsSchema } from './offers.ts';

describe('the default bundles', () => {
  const bundles = bundlesSchema.parse(DEFAULT_BUNDLES);

  it('are as many as are shown', () => expect(bundles).toHaveLength(BUNDLES_SHOWN));

  it('cost less per minute and give a higher bonus the larger they are', () => {
    const rising = (values: number[]) => values.every((value, i) => i === 0 || value > (values[i - 1] ?? 0));
    expect(rising(bundles.map((bundle) => bundle.cents))).toBe(true);
    expect(rising(bundles.map((bundle) => discountOf(bundle) + 1))).toBe(true);
    expect(rising(bundles.map((bundle) => bonusOf(bundle) + 1))).toBe(true);
  });
});

it('reads an operator’s bundles in their order', () => {
  expect(bundlesSchema.parse('b:200:100, a:100:40')).toEqual([
    { id: 'b', cents: 200, credits: 100 },
    { id: 'a', cents: 100, credits: 40 },
  ]);
});

it.each(['', 'a:100', 'a:0:10', 'a:10:-5', 'a:9.95:600', 'a:100:40,a:200:100', 'A B:100:40', 'a:1:2:3'])(
  'refuses %j as bundles',
  (text) => expect(bundlesSchema.safeParse(text).success).toBe(false),
);

it('L9.7 has the specification’s five payment methods', () => {
  expect(defaultPaymentMethods('paynl')).toEqual([
    { id: '10', provider: 'paynl', method: 'ideal' },
    { id: '709', provider: 'paynl', method: 'creditcard' },
    { id: '436', provider: 'paynl', method: 'mistercash' },
    { id: '595', provider: 'paynl', method: 'sofortbanking' },
    { id: '553', provider: 'paynl', method: 'paysafecard' },
  ]);
});

it.each([
  ['paynl', 'nl', '10'],
  ['paynl', 'en', '709'],
  ['paynl', 'de', '709'],
  ['dialxs', 'nl', 'ideal'],
  ['dialxs', 'en', 'creditcard'],
  ['dialxs', 'de', 'creditcard'],
] as const)('L9.7 %s in %s selects %s', (provider, lang, id) => {
  expect(usualOption(defaultPaymentMethods(provider), lang)?.id).toBe(id);
});

it.each(['', 'gold:10', 'ideal', 'ideal:', 'ideal:10,creditcard:10'])('refuses the methods %j', (text) =>
  expect(paymentMethodsSchema.safeParse(text).success).toBe(false),
);
