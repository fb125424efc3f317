import { atom } from 'nanostores';
import { trimBlank } from '#contract/blank.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { type Locale, splitLocale } from '#contract/locales.ts';
import { reportConversation } from '#contract/messaging/inbox-calls.ts';
import type { PublicPlace } from '#contract/safety/report.ts';
import { sendReport } from '#contract/safety/report-calls.ts';
import { call } from '../api/call.ts';
import { $watchedSeconds } from '../chat/session/meter.ts';
import { createForm, type Form } from '../forms/submit.ts';
import { $session } from '../member/account/store.ts';
import { type ReportValues, reportRules } from './report-rules.ts';

/** Of the report that was sent last; empty before. */
export const $receiptNumber = atom('');

export interface ReportTarget {
  readonly performer: string;
  readonly place: PublicPlace;
}

/** Whom the page is about; null on a page that is about nobody. */
export function reportTarget({ pathname }: Pick<Location, 'pathname'>): ReportTarget | null {
  const { path, locale } = splitLocale(pathname);
  const [, place, name = '', ...rest] = path.split('/');
  if ((place !== 'stream' && place !== 'profile') || name === '' || rest.length > 0 || !locale) return null;
  return { performer: decodeURIComponent(name), place };
}

type Values = ReportValues & Record<string, string>;
export type ReportForm = Form<keyof ReportValues, Values>;
type Told = Pick<InputOf<typeof sendReport>, 'reason' | 'details' | 'email' | 'key' | 'lang'>;

function createReport(send: (told: Told, locale: Locale) => Promise<{ number: string } | null>): ReportForm {
  /** Chosen once for each report, so that trying again sends no second one. */
  let key = '';
  return createForm<keyof ReportValues, Values>({
    ...reportRules(() => $session.get().status === 'member'),
    send: async ({ reason, details, email }) => {
      key ||= crypto.randomUUID();
      const { locale } = splitLocale(location.pathname);
      const told = { details: trimBlank(details), email: email.trim(), key, lang: locale };
      const receipt = await send({ ...told, reason: reason as 'other' }, locale);
      if (!receipt) return;
      key = '';
      $receiptNumber.set(receipt.number);
    },
  });
}

export const reportForm = createReport(async (told, locale) => {
  const target = reportTarget(location);
  if (!target) return null;
  const second = target.place === 'stream' ? $watchedSeconds.get() : null;
  return call(sendReport, { ...target, ...told, second }, { locale });
});

export const conversationReport = (conversationId: number): ReportForm =>
  createReport((told, locale) => call(reportConversation, { conversationId, ...told }, { locale }));
