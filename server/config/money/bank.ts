import { z } from 'zod';
import { isAccountNumber } from '#contract/wallet/iban.ts';
import { is } from '../explained.ts';

export interface BankConfig {
  /** Days in which the gateway takes an answer to a chargeback. */
  disputeDays: number;
  /** The account from which performers are paid; null without a file for the bank. */
  payoutAccount: { readonly name: string; readonly iban: string; readonly bic: string | null } | null;
}

const iban = z
  .string()
  .transform((text) => text.toUpperCase().replace(/[\s.-]/g, ''))
  .refine(isAccountNumber, 'must be an account number (IBAN)');

export const bankVariables = {
  DISPUTE_DAYS: is(
    z.coerce.number().int().min(1).max(120).default(7),
    'days in which your gateway takes an answer to a chargeback, from its report on; the adapters report no deadline. See [disputes](operate/payments.md#disputes)',
  ),
  PAYOUT_IBAN: is(
    iban.optional(),
    'account from which performers are paid, for the [file for the bank](operate/payouts.md#one-file-for-the-bank)',
    'there is no file',
  ),
  PAYOUT_NAME: is(
    z.string().trim().min(1).max(70).optional(),
    'name of its holder; needed with `PAYOUT_IBAN`',
    'there is no file',
  ),
  PAYOUT_BIC: is(
    z
      .string()
      .regex(/^[A-Z]{6}[A-Z\d]{2}([A-Z\d]{3})?$/, 'must be a bank’s identifier (BIC) of 8 or 11 characters')
      .optional(),
    'identifier of its bank, for banks that ask for one',
    'the file has the IBAN only',
  ),
};

interface BankVariables {
  readonly DISPUTE_DAYS: number;
  readonly PAYOUT_IBAN?: string | undefined;
  readonly PAYOUT_NAME?: string | undefined;
  readonly PAYOUT_BIC?: string | undefined;
}

/** The configuration, or a sentence about what is missing: half of an account pays nobody. */
export function bankConfig(env: BankVariables): BankConfig | string {
  const { DISPUTE_DAYS: disputeDays, PAYOUT_IBAN: own, PAYOUT_NAME: name, PAYOUT_BIC: bic } = env;
  if (own !== undefined && name !== undefined)
    return { disputeDays, payoutAccount: { name, iban: own, bic: bic ?? null } };
  if (own !== undefined) return 'PAYOUT_NAME: missing; PAYOUT_IBAN needs the name of the account’s holder';
  const unused = name !== undefined ? 'PAYOUT_NAME' : bic !== undefined ? 'PAYOUT_BIC' : null;
  if (unused) return `${unused}: has no effect without PAYOUT_IBAN; set PAYOUT_IBAN, or leave it out`;
  return { disputeDays, payoutAccount: null };
}
