import { z } from 'zod';

/** Why a performer's page or stream is reported; the urgent ones first. */
export const reportReasons = [
  'minor',
  'coercion',
  'violence',
  'consent',
  'identity',
  'fraud',
  'other',
] as const;
export const reportReasonSchema = z.enum(reportReasons);
export type ReportReason = z.infer<typeof reportReasonSchema>;

/** Looked at before all others. */
const urgent: ReadonlySet<ReportReason> = new Set(['minor', 'coercion']);
export const isUrgent = (reason: ReportReason): boolean => urgent.has(reason);

/** What a guest can see of a performer. */
export const publicPlaces = ['stream', 'profile'] as const;
export type PublicPlace = (typeof publicPlaces)[number];

export const reportPlaces = [...publicPlaces, 'conversation'] as const;

/** A decided report is reopened by a new one. */
export const reportStates = [
  'received',
  'assigned',
  'action',
  'no-action',
  'appealed',
  'upheld',
  'overruled',
] as const;
export type ReportState = (typeof reportStates)[number];

/** What an operator makes of a case, and out of which states; in any other nothing is left to be done. */
export const reportDecisions = {
  assigned: ['received'],
  action: ['received', 'assigned'],
  'no-action': ['received', 'assigned'],
  appealed: ['action', 'no-action'],
  upheld: ['appealed'],
  overruled: ['appealed'],
} as const satisfies Partial<Record<ReportState, readonly ReportState[]>>;
export type ReportDecision = keyof typeof reportDecisions;

/** Somebody still has to work on it. */
export const openReportStates = ['received', 'assigned', 'appealed'] as const;

/** Characters. */
export const REPORT_TEXT_MAX = 2000;

/** The last messages of a conversation, which a report of it names. */
export const REPORTED_MESSAGES = 50;

/**
 * Whether an address is asked for: the answer goes there. Not of members, who have one, and of nobody who reports that
 * somebody may be under age.
 */
export const needsAddress = (reason: ReportReason, isMember: boolean): boolean =>
  reason !== 'minor' && !isMember;
