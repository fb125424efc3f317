import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { operatorRoles } from './roles.ts';

/** Free credits that one new account spent at one performer, and what it has in common with others. */
export interface NewSpender {
  memberId: number;
  performerId: number;
  credits: number;
  /** Keyed hashes. Null for an account whose network is not known (any more). */
  network: string | null;
  mailbox: string;
}

export const ringKinds = ['network', 'mailbox'] as const;
export type RingKind = (typeof ringKinds)[number];

/** Several new accounts of one network or mailbox that spent free credits at the same performer. */
export interface Ring {
  kind: RingKind;
  /** Hash of what they have in common. */
  hash: string;
  performerId: number;
  accounts: { memberId: number; credits: number }[];
}

/** Rings of at least this many accounts. */
export function findRings(spenders: readonly NewSpender[], least: number): Ring[] {
  return ringKinds.flatMap((kind) => {
    const groups = Map.groupBy(
      spenders.filter((spender) => spender.credits > 0 && spender[kind] !== null),
      (spender) => `${spender[kind]} ${spender.performerId}`,
    );
    return [...groups.values()].flatMap((own) => {
      const [first] = own;
      if (!first || own.length < least) return [];
      const accounts = own.map(({ memberId, credits }) => ({ memberId, credits }));
      return [{ kind, hash: first[kind] ?? '', performerId: first.performerId, accounts }];
    });
  });
}

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
