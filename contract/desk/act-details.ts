import * as z from 'zod/mini';
import { cutGroundSchema } from '../chat/session.ts';
import { moment } from '../fields.ts';
import { outcomes } from '../safety/report-calls.ts';
import { operatorRoleSchema } from './roles.ts';

const count = z.int().check(z.minimum(0));

/**
 * What a row of the log can say besides act, actor and subject. Numbers, moments and words of closed lists only: never
 * an e-mail address, a password, a token or a text (a test walks through them).
 */
export const detailFields = {
  credits: count,
  cents: count,
  /** Null: without end. */
  minutes: z.nullable(count),
  /** Null: without end. */
  until: z.nullable(moment),
  ground: cutGroundSchema,
  outcome: z.enum(outcomes),
  role: operatorRoleSchema,
  /** The role before. */
  from: operatorRoleSchema,
  /** Number of people or things that a list showed. */
  found: count,
  /** `2026-11`; null if the file has no month. */
  month: z.nullable(z.string().check(z.regex(/^\d{4}-\d{2}$/))),
  file: z.enum(['earnings', 'affiliates']),
  /** Whether a passkey was used, instead of a password or code. */
  passkey: z.boolean(),
  /** Whether the password was right. */
  password: z.boolean(),
  /** Sessions that were ended. */
  sessions: count,
} as const;

export type DetailName = keyof typeof detailFields;

/** The details of each act that has some; all of them are required. */
export const actDetails = {
  'member.credited': ['credits'],
  'payment.refunded': ['cents'],
  'payment.refund-asked': ['cents'],
  'payment.refund-approved': ['cents'],
  'payment.refund-refused': ['cents'],
  'payout.paid': ['credits', 'cents'],
  'payout.returned': ['credits', 'cents'],
  'tip.sent': ['credits'],
  'performer.suspended': ['until'],
  'stream.cut': ['ground', 'minutes'],
  'viewer.cut': ['ground', 'minutes'],
  'report.decided': ['outcome'],
  'operator.added': ['role'],
  'operator.role-set': ['from', 'role'],
  'operator.logged-in': ['passkey'],
  'operator.login-refused': ['passkey', 'password'],
  'operator.disabled': ['sessions'],
  'operator.sessions-ended': ['sessions'],
  'eye.members-found': ['found'],
  'eye.performers-found': ['found'],
  'eye.applicants-listed': ['found'],
  'eye.cases-listed': ['found'],
  'eye.payouts-listed': ['found'],
  'eye.refunds-listed': ['found'],
  'eye.earnings-listed': ['found'],
  'eye.statement-opened': ['month'],
  'eye.exported': ['file', 'month'],
} as const satisfies Readonly<Record<string, readonly DetailName[]>>;

export type DetailedAct = keyof typeof actDetails;

export type DetailsOf<Act extends DetailedAct> = {
  readonly [Name in (typeof actDetails)[Act][number]]: z.output<(typeof detailFields)[Name]>;
};

/** As a row of the log has them; a field that an earlier version wrote may be missing. */
export const detailsSchema = z.partial(z.object(detailFields));
export type Details = z.output<typeof detailsSchema>;
