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
