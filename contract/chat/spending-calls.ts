import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

export const spendingPeriods = ['month', 'last-month', 'year', 'all'] as const;
export type SpendingPeriod = (typeof spendingPeriods)[number];

/** What credits are spent on. A phone call is paid by the phone bill. */
export const spendingKinds = ['chat', 'vip', 'tips', 'toys', 'messages'] as const;
export type SpendingKind = (typeof spendingKinds)[number];

const credits = z.number().int();
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
  summary: 'What the caller spent, by performer and kind, less what was given back',
  access: 'member',
  input: z.object({ period: z.enum(spendingPeriods).default('month') }),
  output: z.object({
    /** Most first. */
    performers: z.array(sums.extend({ performer: z.string() })),
    all: sums,
  }),
  errors: [],
});
