import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { coolOffSchema, LIMIT_MAX, limitCreditsSchema, limitPeriods } from './limits.ts';

export const limitSchema = z.object({
  period: z.enum(limitPeriods),
  /** Null where the balance is the only limit. */
  credits: z.number().int().nullable(),
  /** What was wished for and holds later. */
  next: z.object({ credits: z.number().int().nullable(), from: z.iso.datetime() }).nullable(),
  /** In the running period, in credits. */
  spent: z.number().int(),
});
export type ShownLimit = z.infer<typeof limitSchema>;

export const memberLimitsSchema = z.object({
  limits: z.array(limitSchema),
  /** Nothing is bought or spent before; null where the wallet is open. */
  coolOffUntil: z.iso.datetime().nullable(),
});
export type MemberLimits = z.infer<typeof memberLimitsSchema>;

export const readLimits = endpoint({
  base: 'member',
  method: 'GET',
  path: '/limits',
  summary: 'What the caller may spend in a day, a week and a month, and has spent',
  access: 'member',
  input: z.object({}),
  output: memberLimitsSchema,
  errors: [],
});

export const setLimit = endpoint({
  base: 'member',
  method: 'PUT',
  path: '/limits/{period}',
  summary: `Sets a limit, or removes it by null: lower at once, higher after a day; at most ${LIMIT_MAX}`,
  access: 'member',
  input: z.object({ period: z.enum(limitPeriods), credits: limitCreditsSchema.nullable() }),
  output: memberLimitsSchema,
  errors: [],
});

export const startCoolOff = endpoint({
  base: 'member',
  method: 'POST',
  path: '/limits/cool-off',
  summary: 'Shuts the wallet for a while; it can’t be undone',
  access: 'member',
  input: z.object({ length: coolOffSchema }),
  output: memberLimitsSchema,
  errors: [],
});
