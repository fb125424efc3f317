import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { ringKinds } from './rings.ts';
import { operatorRoles } from './roles.ts';

/** By hour of the day in the operator’s time zone; the hour of a clock change counts with its twin. */
const hours = z.array(z.int()).check(z.length(24));

/** Two days hour by hour: today, and the same day of last week. */
const pair = z.object({ today: hours, lastWeek: hours });
export type HourPair = z.infer<typeof pair>;

/** What members spend credits on, by kind of transfer. */
export const spendingKinds = ['minute', 'tip', 'message'] as const;

export const readToday = endpoint({
  base: 'desk',
  method: 'GET',
  path: '/today',
  summary:
    'Returns today and the same day of last week, hour by hour, and rings of new accounts; money for finance and owners only',
  access: 'operator',
  roles: operatorRoles,
  input: z.object({}),
  output: z.object({
    today: z.iso.date(),
    lastWeek: z.iso.date(),
    /** The current hour, which is not over. */
    hour: z.int(),
    registrations: pair,
    /** Most performers live at once. */
    live: pair,
    /** Paid minutes of chats, by the moment they began. */
    minutes: pair,
    /** Found today and yesterday, newest first; null for roles that see no members. */
    rings: z.nullable(
      z.array(
        z.object({
          id: z.int(),
          day: z.iso.date(),
          kind: z.enum(ringKinds),
          performerId: z.int(),
          performer: z.string(),
          /** With the free credits that each spent at the performer. */
          accounts: z.array(z.object({ memberId: z.int(), credits: z.int() })),
        }),
      ),
    ),
    money: z.nullable(
      z.object({
        purchases: pair,
        cents: pair,
        /** Credits spent, without what was given back. */
        spent: z.array(z.object({ kind: z.enum(spendingKinds), hours: pair })),
      }),
    ),
  }),
  errors: [],
});
