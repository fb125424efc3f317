import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { mailLang, moment } from '../fields.ts';
import { trimBlank } from '../input.ts';
import { emailSchema } from '../member/account/credentials.ts';

/** Reasons to report a performer's page or stream, urgent ones first. */
export const reportReasons = [
  'minor',
  'coercion',
  'violence',
  'depicted',
  'consent',
  'identity',
  'fraud',
  'other',
] as const;
export const reportReasonSchema = z.enum(reportReasons);
export type ReportReason = z.infer<typeof reportReasonSchema>;

/** Reasons of a performer to report a member, urgent ones first. */
export const memberReasons = ['minor', 'threats', 'recording', 'harassment', 'fraud', 'other'] as const;
export const memberReasonSchema = z.enum(memberReasons);
export type MemberReason = z.infer<typeof memberReasonSchema>;

/** Handled before all others. */
const urgent: ReadonlySet<string> = new Set<ReportReason | MemberReason>(['minor', 'coercion', 'threats']);
export const isUrgentReason = (reason: string): boolean => urgent.has(reason);

/** Somebody's life or safety may be in danger, so the police is told (DSA, article 18). */
export const isDangerReason = (reason: string): boolean => urgent.has(reason) || reason === 'violence';

/**
 * Misuse of reports (DSA, article 23): how many of the last `of` answered ones within `days` led to nothing. Urgent
 * reports neither count nor wait. `waitHours`: after each report.
 */
export const misuseRule = { of: 10, days: 180, warned: 3, slowed: 5, waitHours: 24 } as const;

export const reporterStandings = ['fine', 'warned', 'slowed'] as const;
export type ReporterStanding = (typeof reporterStandings)[number];

/** `unfounded`: of each of the last answered reports, whether it led to nothing. */
export function standingOf(unfounded: readonly boolean[]): ReporterStanding {
  const { length } = unfounded.slice(0, misuseRule.of).filter(Boolean);
  if (length >= misuseRule.slowed) return 'slowed';
  return length >= misuseRule.warned ? 'warned' : 'fine';
}

/** Pages of a performer that guests can see. */
export const publicPlaces = ['stream', 'profile'] as const;
export type PublicPlace = (typeof publicPlaces)[number];

/** `room`: a performer's own room. */
export const reportPlaces = [...publicPlaces, 'conversation', 'room'] as const;

/** A case is closed while no report and no appeal waits in it. */
export const caseStates = ['received', 'assigned', 'closed'] as const;
export type CaseState = (typeof caseStates)[number];

/** What the history of a case notes; the last two are decisions of earlier versions. */
export const stepStates = [
  ...caseStates,
  'decided',
  'explained',
  'appealed',
  'upheld',
  'overruled',
  'withdrawn',
  // The facts for the police.
  'police',
  'action',
  'no-action',
] as const;
export type StepState = (typeof stepStates)[number];

/** States in which an operator still has work to do. */
export const openCaseStates = ['received', 'assigned'] as const;

/** Characters. */
export const REPORT_TEXT_MAX = 2000;

/** Number of last messages included in a report of a conversation or of a member in a room. */
export const REPORTED_MESSAGES = 50;

/**
 * Whether the reporter must give an address for the answer. Not if the reporter is logged in, and not for reports of a
 * possible minor.
 */
export const needsAddress = (reason: ReportReason | MemberReason, isLoggedIn: boolean): boolean =>
  reason !== 'minor' && !isLoggedIn;

/** Fields of every kind of report. */
export const reportInput = z.object({
  reason: reportReasonSchema,
  details: z._default(z.string().check(z.overwrite(trimBlank), z.maxLength(REPORT_TEXT_MAX)), ''),
  /** Address for the answer (see needsAddress). */
  email: z._default(z.union([z.literal(''), emailSchema]), ''),
  /** Chosen by the sender, so that a repeated report is stored once. */
  key: z.uuid(),
  lang: mailLang,
});

export const receiptSchema = z.object({
  /** Reference number for the reporter's questions. */
  number: z.string(),
  /** Of the reporter: whether many earlier reports were unfounded. */
  standing: z.enum(reporterStandings),
  /** Before that moment only urgent reports are taken; null for reporters who are not slowed. */
  waitsUntil: z.nullable(moment),
});
export type ReportReceipt = z.infer<typeof receiptSchema>;

export const sendReport = endpoint({
  base: 'engine',
  method: 'POST',
  path: '/report',
  summary: 'Reports a performer’s stream or profile to the operator',
  access: 'anyone',
  input: z.extend(reportInput, {
    performer: z.string().check(z.minLength(1), z.maxLength(64)),
    place: z.enum(publicPlaces),
    /** Whole seconds since the reporter’s picture started. */
    second: z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(1_000_000))), null),
  }),
  output: receiptSchema,
  errors: ['badRequest.performer.notExists', 'badRequest.report.slowed'],
});
