import { z } from 'zod';
import { type HomeVat, type VatRate, vatRatesSchema } from '#contract/tax/vat.ts';
import { is } from '../explained.ts';

export interface VatConfig {
  homeVat: HomeVat;
  /** Whether sales are taxed in the member's country. */
  vatOss: boolean;
}

export const vatVariables = {
  VAT: is(
    z.string().default('21').pipe(vatRatesSchema),
    'VAT included in prices, in percent, for receipts; a future rate as `21,2028-01-01:23`',
  ),
  VAT_COUNTRY: is(
    z
      .string()
      .regex(/^[A-Z]{2}$/, 'must be a country like NL')
      .default('NL'),
    'country of the house, whose rates `VAT` has',
  ),
  VAT_OSS: is(
    z.enum(['on', 'off']).default('off'),
    '`on`: sales are taxed in the member’s country, at the rates of `contract/tax/vat-rates.ts`; needed above €10,000 a year to members in other countries of the Union, see [tax](operate/tax.md#vat-by-the-members-country)',
  ),
};

export interface VatVariables {
  readonly VAT: readonly VatRate[];
  readonly VAT_COUNTRY: string;
  readonly VAT_OSS: 'on' | 'off';
}

export const vatConfig = (env: VatVariables): VatConfig => ({
  homeVat: { country: env.VAT_COUNTRY, rates: env.VAT },
  vatOss: env.VAT_OSS === 'on',
});
