import { z } from 'zod';

/** Payment states (live spec 4). */
export const paymentStatus = { ready: 0, success: 1, failed: 2 } as const;
export type PaymentState = keyof typeof paymentStatus;

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
