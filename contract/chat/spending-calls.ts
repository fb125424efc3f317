import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';

export const spendingPeriods = ['month', 'last-month', 'year', 'all'] as const;
export type SpendingPeriod = (typeof spendingPeriods)[number];

/** Purposes of spent credits. A dial-in chat is on the phone bill instead. */
export const spendingKinds = ['chat', 'vip', 'tips', 'toys', 'messages'] as const;
export type SpendingKind = (typeof spendingKinds)[number];

const credits = z.int();
const sums = z.object({
  chat: credits,
  vip: credits,
  tips: credits,
  toys: credits,
  messages: credits,
  total: credits,
});

export const readSpending = endpoint({
  base: 'chat',
  method: 'GET',
  path: '/chat/spending',
  summary: 'Returns what the caller spent, by performer and kind, net of what was given back',
  access: 'member',
  input: z.object({ period: z._default(z.enum(spendingPeriods), 'month') }),
  output: z.object({
    /** Highest amount first. */
    performers: z.array(z.extend(sums, { performer: z.string() })),
    all: sums,
  }),
  errors: [],
});
