import { trimBlank } from '#contract/blank.ts';
import { refuseEmail } from '#contract/member/credentials.ts';
import {
  memberReasonSchema,
  needsAddress,
  REPORT_TEXT_MAX,
  reportReasonSchema,
} from '#contract/safety/report.ts';
import type { FormRules } from '../forms/submit.ts';

export interface ReportValues {
  /** A ReportReason or MemberReason; empty until one is chosen. */
  reason: string;
  details: string;
  email: string;
}

/** Validation shared by the dialog and the page. `about`: a report of a performer or, by a performer, of a member. */
export const reportRules = (
  isLoggedIn: () => boolean,
  about: 'performer' | 'member' = 'performer',
): Omit<FormRules<keyof ReportValues, ReportValues & Record<string, string>>, 'send'> => ({
  check: ({ reason, details, email }) => {
    const chosen = (about === 'member' ? memberReasonSchema : reportReasonSchema).safeParse(reason);
    const isAsked = !chosen.success || needsAddress(chosen.data, isLoggedIn());
    const isWrong = email.trim() === '' ? isAsked : refuseEmail(email.trim()) !== null;
    return {
      ...(chosen.success ? {} : { reason: 'report.choose' }),
      ...(trimBlank(details).length > REPORT_TEXT_MAX ? { details: 'report.tooLong' } : {}),
      ...(isWrong ? { email: 'report.emailWrong' } : {}),
    };
  },
  labels: {
    'badRequest.tooMany': { message: 'report.tooMany' },
    'badRequest.report.guest': { message: 'report.guest' },
  },
});

const LEAST = 10;

export const appealRules: Omit<FormRules<'text', { text: string }>, 'send'> = {
  check({ text }) {
    const { length } = trimBlank(text);
    if (length < LEAST) return { text: 'appeal.short' };
    return length > REPORT_TEXT_MAX ? { text: 'appeal.tooLong' } : {};
  },
  labels: { 'badRequest.tooMany': { message: 'member.tooMany' } },
};
