import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { moment } from '../fields.ts';
import { payMethods } from './payment.ts';

export const PURCHASES_PAGE = 10;

/** `2026-000123`. */
export const receiptNumber = ({ year, number }: { year: number; number: number }): string =>
  `${year}-${String(number).padStart(6, '0')}`;

const receiptField = z.string().check(z.maxLength(16));

export const purchaseSchema = z.object({
  payment: z.string(),
  receipt: z.string(),
  boughtAt: moment,
  credits: z.int(),
  cents: z.int(),
  currency: z.string(),
  /** Null if the payment method is no longer offered. */
  method: z.nullable(z.enum(payMethods)),
  /** Money returned so far, in cents. */
  returnedCents: z.int(),
  /** What a withdrawal would return now; null if no withdrawal is possible. */
  withdrawal: z.nullable(z.object({ credits: z.int(), cents: z.int(), until: moment })),
});
export type Purchase = z.infer<typeof purchaseSchema>;

export const listPurchases = endpoint({
  base: 'member',
  method: 'GET',
  path: '/purchases',
  summary: 'Returns the caller’s purchases, newest first, each with the number of its receipt',
  access: 'member',
  input: z.object({ page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(10_000)), 1) }),
  output: z.object({ result: z.array(purchaseSchema), total: z.int() }),
  errors: [],
});

export const readPurchase = endpoint({
  base: 'member',
  method: 'GET',
  path: '/purchases/{receipt}',
  summary: 'Returns one of the caller’s purchases by the number of its receipt',
  access: 'member',
  input: z.object({ receipt: receiptField }),
  output: purchaseSchema,
  errors: ['badRequest.notFound'],
});

export const withdrawPurchase = endpoint({
  base: 'member',
  method: 'POST',
  path: '/purchases/{receipt}/withdraw',
  summary: 'Withdraws from a purchase: takes its unused credits and refunds their money; idempotent',
  access: 'member',
  input: z.object({ receipt: receiptField }),
  output: z.object({ credits: z.int(), cents: z.int(), withdrawnAt: moment }),
  errors: ['badRequest.notFound', 'badRequest.withdrawal.closed'],
});

/** A PDF, so not a call. Below the member API, with the key in the query. */
export const receiptFile = (receipt: string): string => `/api/member/receipts/${receipt}.pdf`;
export const MOVEMENTS_FILE = '/api/member/movements.csv';
