import { atom } from 'nanostores';
import type { Target } from '#contract/chat/room/sanction-calls.ts';
import { longMoment } from '#contract/day.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { trimBlank } from '#contract/input.ts';
import { type Locale, splitLocale } from '#contract/locales.ts';
import { refuseEmail } from '#contract/member/account/credentials.ts';
import { reportConversation } from '#contract/messaging/inbox-calls.ts';
import {
  memberReasonSchema,
  needsAddress,
  type PublicPlace,
  REPORT_TEXT_MAX,
  type ReportReceipt,
  reportReasonSchema,
  sendReport,
} from '#contract/safety/report-calls.ts';
import { reportMember, reportStudioConversation } from '#contract/studio/numbers/report-calls.ts';
import { call } from '../api/call.ts';
import { $watchedSeconds } from '../chat/meter.ts';
import { createForm, type Form, type FormRules } from '../forms/submit.ts';
import { $session } from '../shell/start/session.ts';
import type { Translate } from '../site/i18n.ts';

/** Of the last report sent; null before. */
export const $reportReceipt = atom<ReportReceipt | null>(null);

/** What the receipt says about earlier unfounded reports; null for most reporters. */
export function misuseText(
  { standing, waitsUntil }: ReportReceipt,
  t: Translate,
  locale: Locale,
): string | null {
  if (waitsUntil !== null) return t('report.waits', { at: longMoment(new Date(waitsUntil), locale) });
  return standing === 'fine' ? null : t('report.warned');
}

export interface ReportTarget {
  readonly performer: string;
  readonly place: PublicPlace;
}

/** The performer a page is about; null for any other page. */
export function reportTarget({ pathname }: Pick<Location, 'pathname'>): ReportTarget | null {
  const { path, locale } = splitLocale(pathname);
  const [, place, name = '', ...rest] = path.split('/');
  if ((place !== 'stream' && place !== 'profile') || name === '' || rest.length > 0 || !locale) return null;
  return { performer: decodeURIComponent(name), place };
}

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
    'badRequest.report.slowed': { message: 'report.slowed' },
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

type Values = ReportValues & Record<string, string>;
export type ReportForm = Form<keyof ReportValues, Values>;
type ReportInput = Pick<InputOf<typeof sendReport>, 'details' | 'email' | 'key' | 'lang'> & {
  reason: string;
};

function createReport(
  send: (input: ReportInput, locale: Locale) => Promise<ReportReceipt | null>,
  rules = reportRules(() => $session.get().status === 'member'),
): ReportForm {
  /** Created once for each report, so that a retry sends no second one. */
  let key = '';
  return createForm<keyof ReportValues, Values>({
    ...rules,
    send: async ({ reason, details, email }) => {
      key ||= crypto.randomUUID();
      const { locale } = splitLocale(location.pathname);
      const input = { details: trimBlank(details), email: email.trim(), key, lang: locale };
      const receipt = await send({ ...input, reason }, locale);
      if (!receipt) return;
      key = '';
      $reportReceipt.set(receipt);
    },
  });
}

export const reportForm = createReport(async (input, locale) => {
  const target = reportTarget(location);
  if (!target) return null;
  const second = target.place === 'stream' ? $watchedSeconds.get() : null;
  return call(
    sendReport,
    { ...target, ...input, reason: reportReasonSchema.parse(input.reason), second },
    { locale },
  );
});

export const conversationReport = (conversationId: number): ReportForm =>
  createReport((input, locale) =>
    call(
      reportConversation,
      { ...input, conversationId, reason: reportReasonSchema.parse(input.reason) },
      { locale },
    ),
  );

/** A performer's report of a member: in her room, or in a conversation. */
export type ReportedMember = { readonly target: Target } | { readonly conversation: number };

export const memberReport = (member: ReportedMember): ReportForm =>
  createReport(
    (input, locale) => {
      const report = { ...input, reason: memberReasonSchema.parse(input.reason) };
      return 'target' in member
        ? call(reportMember, { ...report, target: member.target }, { locale })
        : call(reportStudioConversation, { ...report, conversationId: member.conversation }, { locale });
    },
    reportRules(() => true, 'member'),
  );
