import { z } from 'zod';

export const paymentStates = ['ready', 'success', 'failed'] as const;
export type PaymentState = (typeof paymentStates)[number];

/** Why a payment failed: 100 default, 299 anti-fraud, 300 failed, 302 rejected, 308 expired, 309 cancelled. */
export const failReasons = [100, 299, 300, 302, 308, 309] as const;
export const failReasonSchema = z.literal(failReasons);
export type FailReason = z.infer<typeof failReasonSchema>;

export type Provider = 'paynl' | 'dialxs' | 'sandbox';

/** A payment option belongs to paynl when its id is a non-zero number, else to dialxs (live spec 3). */
export function providerOf(optionId: string): 'paynl' | 'dialxs' {
  const id = Number(optionId);
  return Number.isInteger(id) && id !== 0 ? 'paynl' : 'dialxs';
}

/** Ways to pay by the names of the specification (live 9); the provider's ids for them are configuration. */
export const payMethods = ['creditcard', 'ideal', 'mistercash', 'sofortbanking', 'paysafecard'] as const;
export type PayMethod = (typeof payMethods)[number];

export const paymentOptionSchema = z.object({
  id: z.string(),
  provider: z.enum(['paynl', 'dialxs']),
  method: z.enum(payMethods),
});
export type PaymentOption = z.infer<typeof paymentOptionSchema>;

const usual: Readonly<Record<string, PayMethod>> = { nl: 'ideal' };

/** The option chosen beforehand in a language (live spec 9): iDEAL in Dutch, a card elsewhere; else the first. */
export function usualOption(options: readonly PaymentOption[], lang: string): PaymentOption | undefined {
  const method = usual[lang] ?? 'creditcard';
  return options.find((option) => option.method === method) ?? options[0];
}

/**
 * The version of the words a buyer agrees to: immediate delivery, and with it the loss of the right of
 * withdrawal. It is kept with the purchase; whoever changes those words gives them a new version.
 */
export const CONSENT_VERSION = '2026-11';
