import * as z from 'zod/mini';
import { moment } from '../../fields.ts';
import { groundSchema } from '../../safety/decisions.ts';
import { disputeStates } from '../../wallet/returns.ts';
import { lawFiles } from '../reports/law.ts';
import { operatorRoleSchema } from '../roles.ts';
import { valueActs } from './acts-of-value.ts';

/** Files that leave the house. */
export const exportFiles = [
  'books',
  'earnings',
  'statement',
  'sepa',
  'police-note',
  ...lawFiles,
  'dac7',
  'inspection',
  // Described lists (sections.ts).
  'member-movements',
  'member-payments',
  'requests',
  'payouts-due',
  'payouts-paid',
  'affiliates',
  'affiliate-days',
  'operators',
  'log',
  'applications',
  'pictures',
  'performers',
  'payments',
  'payment-failures',
  'disputes',
  'revenue',
  'spenders',
  'content-changes',
  'affiliate-terms',
  'vat',
  'oss',
  'sellers',
  'report-years',
  'identities',
  'depictions',
  'orders',
] as const;
export type ExportFile = (typeof exportFiles)[number];

const count = z.int().check(z.minimum(0));

/**
 * What a row of the log can say besides act, actor and subject. Numbers, moments and words of closed lists only: never
 * an e-mail address, a password, a token or a text (a test walks through them).
 */
export const detailFields = {
  credits: count,
  cents: count,
  /** Null: without end. */
  until: z.nullable(moment),
  /** Null: of an urgent measure that is explained later, or about a guest. */
  ground: z.nullable(groundSchema),
  /** Number of the decision; null: about a guest. */
  decision: z.nullable(count),
  dispute: z.enum(disputeStates),
  /** The act that is asked for. */
  ask: z.enum(valueActs),
  /** Cents; null for an act without a price. */
  value: z.nullable(count),
  role: operatorRoleSchema,
  /** The role before. */
  from: operatorRoleSchema,
  /** Number of people or things that a list showed. */
  found: count,
  /** `2026-11`; null if the file has no month. */
  month: z.nullable(z.string().check(z.regex(/^\d{4}-\d{2}$/))),
  file: z.enum(exportFiles),
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
  'dispute.moved': ['dispute', 'cents'],
  'payout.paid': ['credits', 'cents'],
  'payout.returned': ['credits', 'cents'],
  'tip.sent': ['credits'],
  'performer.suspended': ['decision', 'ground', 'until'],
  'stream.cut': ['decision', 'ground', 'until'],
  'viewer.cut': ['decision', 'ground', 'until'],
  'report.decided': ['decision', 'ground', 'until'],
  'decision.explained': ['decision', 'ground', 'until'],
  'decision.upheld': ['decision', 'ground', 'until'],
  'decision.overruled': ['decision', 'ground', 'until'],
  'decision.withdrawn': ['decision', 'ground', 'until'],
  'request.asked': ['ask', 'value'],
  'request.approved': ['ask', 'value'],
  'request.refused': ['ask', 'value'],
  'request.overridden': ['ask', 'value'],
  'request.overridden-alone': ['ask', 'value'],
  'operator.added': ['role'],
  'operator.role-set': ['from', 'role'],
  'operator.logged-in': ['passkey'],
  'operator.login-refused': ['passkey', 'password'],
  'operator.disabled': ['sessions'],
  'operator.sessions-ended': ['sessions'],
  'eye.searched': ['found'],
  'eye.members-found': ['found'],
  'eye.performers-found': ['found'],
  'eye.applicants-listed': ['found'],
  'eye.cases-listed': ['found'],
  'eye.decisions-listed': ['found'],
  'eye.payouts-listed': ['found'],
  'eye.sellers-listed': ['found'],
  'eye.requests-listed': ['found'],
  'eye.payments-listed': ['found'],
  'eye.disputes-listed': ['found'],
  'eye.spenders-listed': ['found'],
  'eye.earnings-listed': ['found'],
  'eye.identities-listed': ['found'],
  'eye.depictions-listed': ['found'],
  'eye.orders-listed': ['found'],
  'file.exported': ['file', 'month'],
} as const satisfies Readonly<Record<string, readonly DetailName[]>>;

export type DetailedAct = keyof typeof actDetails;

export type DetailsOf<Act extends DetailedAct> = {
  readonly [Name in (typeof actDetails)[Act][number]]: z.output<(typeof detailFields)[Name]>;
};

/** As a row of the log has them; a field that an earlier version wrote may be missing. */
export const detailsSchema = z.partial(z.object(detailFields));
export type Details = z.output<typeof detailsSchema>;
