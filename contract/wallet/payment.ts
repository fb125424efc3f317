import * as z from 'zod/mini';

export const paymentStates = ['ready', 'success', 'failed'] as const;
export type PaymentState = (typeof paymentStates)[number];

/** 100 default, 299 anti-fraud, 300 failed, 302 rejected, 308 expired, 309 cancelled. */
export const failReasons = [100, 299, 300, 302, 308, 309] as const;
export const failReasonSchema = z.literal(failReasons);
export type FailReason = z.infer<typeof failReasonSchema>;

export const providers = ['paynl', 'dialxs', 'sandbox'] as const;
export type Provider = (typeof providers)[number];

/** paynl if the id is a non-zero number, else dialxs (live spec 3). */
export function providerOf(optionId: string): 'paynl' | 'dialxs' {
  const id = Number(optionId);
  return Number.isInteger(id) && id !== 0 ? 'paynl' : 'dialxs';
}

/** Names of the specification (live 9); the provider's own ids are configuration. */
export const payMethods = ['creditcard', 'ideal', 'mistercash', 'sofortbanking', 'paysafecard'] as const;
export type PayMethod = (typeof payMethods)[number];

export const paymentOptionSchema = z.object({
  id: z.string(),
  provider: z.enum(['paynl', 'dialxs']),
  method: z.enum(payMethods),
});
export type PaymentOption = z.infer<typeof paymentOptionSchema>;

/** Where the accounts of a method are, which proves a buyer's country. Other methods prove none. */
export const bankCountries: Readonly<Partial<Record<PayMethod, string>>> = { ideal: 'NL', mistercash: 'BE' };

const usual: ReadonlyMap<string, PayMethod> = new Map([['nl', 'ideal']]);

/** Preselected (live spec 9): iDEAL in Dutch, a card elsewhere; else the first. */
export function usualOption(options: readonly PaymentOption[], lang: string): PaymentOption | undefined {
  const method = usual.get(lang) ?? 'creditcard';
  return options.find((option) => option.method === method) ?? options[0];
}

/** Stored with each purchase; change it whenever the consent text changes. */
export const CONSENT_VERSION = '2026-11-23';
