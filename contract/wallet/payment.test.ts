import { describe, expect, it } from 'vitest';
import { type PaymentOption, providerOf, usualOption } from './payment.ts';

describe('providerOf', () => {
  it.each([
    ['10', 'paynl'],
    ['709', 'paynl'],
    ['-1', 'paynl'],
    ['0', 'dialxs'],
    ['', 'dialxs'],
    ['ideal', 'dialxs'],
    ['1.5', 'dialxs'],
  ] as const)('L3.20 returns the provider of %j: %s', (id, provider) =>
    expect(providerOf(id)).toBe(provider),
  );
});

describe('usualOption', () => {
  const card: PaymentOption = { id: '709', provider: 'paynl', method: 'creditcard' };
  const ideal: PaymentOption = { id: '10', provider: 'paynl', method: 'ideal' };
  it.each([
    ['nl', [card, ideal], ideal],
    ['en', [ideal, card], card],
    ['de', [ideal, card], card],
    ['en', [ideal], ideal],
    ['nl', [], undefined],
  ] as const)('L9.7 selects for %s among the available options', (lang, options, chosen) =>
    expect(usualOption(options, lang)).toBe(chosen),
  );
});
