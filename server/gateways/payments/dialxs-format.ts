import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { FailReason } from '#contract/wallet/payment.ts';
import { returnKinds } from '#contract/wallet/returns.ts';
import type { OrderStatus, PaymentOrder } from '#server/ports/payments.ts';

/*
 * UNVERIFIED. DialXS publishes no documentation: every path, field and header of it is our assumption, all in this
 * file. Verify with the provider before use (docs/decisions/money/returned.md).
 */

export const createPath = 'payments';
export const paymentPath = (order: string): string => `payments/${encodeURIComponent(order)}`;
export const refundPath = (order: string): string => `${paymentPath(order)}/refunds`;

export const createBody = (merchant: string, order: PaymentOrder) => ({
  merchant,
  reference: order.reference,
  amount: { cents: order.cents, currency: order.currency },
  method: order.method,
  description: order.description,
  language: order.lang,
  expires: order.expiresAt.toISOString(),
  returnUrl: order.returnUrl,
  notifyUrl: order.notificationUrl,
});

export const createdSchema = z.object({ id: z.string().min(1), url: z.url({ protocol: /^https?$/ }) });

export const refundBody = (refund: { cents: number; currency: string; description: string }) => ({
  amount: { cents: refund.cents, currency: refund.currency },
  description: refund.description,
});

/** Our reasons, by the provider's names. */
export const failures = {
  fraud: 299,
  error: 300,
  rejected: 302,
  expired: 308,
  cancelled: 309,
} as const satisfies Record<string, FailReason>;

const failure = (word: string | undefined): FailReason =>
  word !== undefined && Object.hasOwn(failures, word) ? failures[word as keyof typeof failures] : 100;

const paymentSchema = z.object({
  reference: z.string().default(''),
  state: z.enum(['open', 'paid', 'failed']),
  failure: z.string().optional(),
  amount: z.object({ cents: z.number().int(), currency: z.string() }),
  returned: z.object({ kind: z.enum(returnKinds), cents: z.number().int().positive() }).nullish(),
});

export function readPayment(answer: unknown): OrderStatus {
  const { state, reference, amount, returned, ...payment } = paymentSchema.parse(answer);
  if (state === 'open') return { state: 'pending' };
  if (state === 'failed') return { state: 'failed', reason: failure(payment.failure), reference };
  const back = returned ? { returned: { how: returned.kind, cents: returned.cents } } : {};
  return { state: 'paid', ...amount, reference, ...back };
}

const noticeSchema = z.object({ id: z.string().min(1).max(128) });

const signatureOf = (rawBody: string, secret: string): Buffer =>
  createHmac('sha256', secret).update(rawBody).digest();

/** Headers of a notification: a hexadecimal HMAC over the raw body. */
export const signNotice = (rawBody: string, secret: string): Record<string, string> => ({
  'content-type': 'application/json',
  'x-dialxs-signature': signatureOf(rawBody, secret).toString('hex'),
});

/** The order id of a genuine notification, else null. Parses nothing before the signature is checked. */
export function readNotice(rawBody: string, headers: Headers, secret: string): { order: string } | null {
  const signature = Buffer.from(headers.get('x-dialxs-signature') ?? '', 'hex');
  const expected = signatureOf(rawBody, secret);
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return null;
  try {
    return { order: noticeSchema.parse(JSON.parse(rawBody)).id };
  } catch {
    return null;
  }
}

export const answerNotice = (accepted: boolean): { body: string; type: string } => ({
  body: accepted ? 'OK' : 'RETRY',
  type: 'text/plain; charset=utf-8',
});
