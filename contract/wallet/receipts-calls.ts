import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { mailLang } from '../fields.ts';
import { payMethods } from './payment.ts';

export const PURCHASES_PAGE = 10;

/** `2026-000123`. */
export const receiptNumber = ({ year, number }: { year: number; number: number }): string =>
  `${year}-${String(number).padStart(6, '0')}`;

const receiptField = z.string().max(16);

export const purchaseSchema = z.object({
  payment: z.string(),
  receipt: z.string(),
  boughtAt: z.iso.datetime(),
  credits: z.number().int(),
  cents: z.number().int(),
  currency: z.string(),
  /** Null for a way to pay that is not offered any more. */
  method: z.enum(payMethods).nullable(),
  /** Money that has gone back, in cents. */
  returnedCents: z.number().int(),
  /** What a withdrawal would give back now; null where it can't be withdrawn from. */
  withdrawal: z
    .object({ credits: z.number().int(), cents: z.number().int(), until: z.iso.datetime() })
    .nullable(),
});
export type Purchase = z.infer<typeof purchaseSchema>;

export const listPurchases = endpoint({
  base: 'member',
  method: 'GET',
  path: '/purchases',
  summary: 'What the caller has bought, newest first, with the number of each receipt',
  access: 'member',
  input: z.object({ page: z.coerce.number().int().min(1).max(10_000).default(1) }),
  output: z.object({ result: z.array(purchaseSchema), total: z.number().int() }),
  errors: [],
});

export const readPurchase = endpoint({
  base: 'member',
  method: 'GET',
  path: '/purchases/{receipt}',
  summary: 'One of the caller’s purchases, by the number of its receipt',
  access: 'member',
  input: z.object({ receipt: receiptField }),
  output: purchaseSchema,
  errors: ['badRequest.notFound'],
});

export const withdrawPurchase = endpoint({
  base: 'member',
  method: 'POST',
  path: '/purchases/{receipt}/withdraw',
  summary:
    'Withdraws from a purchase: unused credits leave, their money goes back; a repeat answers the same',
  access: 'member',
  input: z.object({ receipt: receiptField, lang: mailLang }),
  output: z.object({ credits: z.number().int(), cents: z.number().int(), withdrawnAt: z.iso.datetime() }),
  errors: ['badRequest.notFound', 'badRequest.withdrawal.closed'],
});

/** Files: no calls, as their answers are no JSON. Below the member API, with the key in the query. */
export const receiptFile = (receipt: string): string => `/api/member/receipts/${receipt}.pdf`;
export const MOVEMENTS_FILE = '/api/member/movements.csv';
