import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { moment } from '../fields.ts';
import { coolOffSchema, LIMIT_MAX, limitCreditsSchema, limitPeriods } from './limits.ts';

export const limitSchema = z.object({
  period: z.enum(limitPeriods),
  /** Null: only the balance limits spending. */
  credits: z.nullable(z.int()),
  /** A change that takes effect later. */
  next: z.nullable(z.object({ credits: z.nullable(z.int()), from: moment })),
  /** Spent in the running period, in credits. */
  spent: z.int(),
});
export type ShownLimit = z.infer<typeof limitSchema>;

export const memberLimitsSchema = z.object({
  limits: z.array(limitSchema),
  /** Until then nothing can be bought or spent; null while the wallet is open. */
  coolOffUntil: z.nullable(moment),
});
export type MemberLimits = z.infer<typeof memberLimitsSchema>;

export const readLimits = endpoint({
  base: 'member',
  method: 'GET',
  path: '/limits',
  summary: 'Returns what the caller may spend and has spent in a day, a week and a month',
  access: 'member',
  input: z.object({}),
  output: memberLimitsSchema,
  errors: [],
});

export const setLimit = endpoint({
  base: 'member',
  method: 'PUT',
  path: '/limits/{period}',
  summary: `Sets a spending limit of at most ${LIMIT_MAX} or removes it with null; a lower limit applies at once, a higher one or none after a day`,
  access: 'member',
  input: z.object({ period: z.enum(limitPeriods), credits: z.nullable(limitCreditsSchema) }),
  output: memberLimitsSchema,
  errors: [],
});

export const startCoolOff = endpoint({
  base: 'member',
  method: 'POST',
  path: '/limits/cool-off',
  summary: 'Locks the wallet for a day, a week or a month; this cannot be undone',
  access: 'member',
  input: z.object({ length: coolOffSchema }),
  output: memberLimitsSchema,
  errors: [],
});
