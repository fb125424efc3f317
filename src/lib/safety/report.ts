import { atom } from 'nanostores';
import { splitLocale } from '#contract/locales.ts';
import type { ReportPlace } from '#contract/safety/report.ts';
import { sendReport } from '#contract/safety/report-calls.ts';
import { call } from '../api/call.ts';
import { $watchedSeconds } from '../chat/session/meter.ts';
import { createForm } from '../forms/submit.ts';
import { $session } from '../member/account/store.ts';
import { type ReportValues, reportRules } from './report-rules.ts';

/** Of the report that was sent last; empty before. */
export const $receiptNumber = atom('');

export interface ReportTarget {
  readonly performer: string;
  readonly place: ReportPlace;
}

/** Whom the page is about; null on a page that is about nobody. */
export function reportTarget({ pathname }: Pick<Location, 'pathname'>): ReportTarget | null {
  const { path, locale } = splitLocale(pathname);
  const [, place, name = '', ...rest] = path.split('/');
  if ((place !== 'stream' && place !== 'profile') || name === '' || rest.length > 0 || !locale) return null;
  return { performer: decodeURIComponent(name), place };
}

/** Chosen once for each report, so that trying again sends no second one. */
let key = '';

export const reportForm = createForm<keyof ReportValues, ReportValues & Record<string, string>>({
  ...reportRules(() => $session.get().status === 'member'),
  send: async ({ reason, details, email }) => {
    const target = reportTarget(location);
    if (!target) return;
    key ||= crypto.randomUUID();
    const { locale } = splitLocale(location.pathname);
    const { number } = await call(
      sendReport,
      {
        ...target,
        reason: reason as 'other',
        details: details.trim(),
        email: email.trim(),
        second: target.place === 'stream' ? $watchedSeconds.get() : null,
        key,
        lang: locale,
      },
      { locale },
    );
    key = '';
    $receiptNumber.set(number);
  },
});
