import { longMoment } from '#contract/day.ts';
import type { Details } from '#contract/desk/value/act-details.ts';
import type { Locale } from '#contract/locales.ts';
import { lookUp, type Translate } from '../../lib/site/i18n.ts';
import { formatEuro, formatNumber } from '../../lib/site/numbers.ts';
import { groundName } from './grounds.ts';

/** The act in words; its name for one that has none, of an earlier version. */
export const actText = (act: string, locale: Locale): string => lookUp(locale, `acts.${act}`, act);

/** What an act was about, in the reader's words. */
export function detailTexts(act: string, details: Details | null, { t, locale }: Words): string[] {
  if (!details) return [];
  const {
    credits,
    cents,
    decision,
    until,
    ground,
    ask,
    value,
    role,
    from,
    found,
    month,
    file,
    sessions,
    dispute,
  } = details;
  const number = (value: number) => ({ value: formatNumber(value, locale) });
  return [
    credits !== undefined && t('actDetail.credits', number(credits)),
    decision !== undefined && decision !== null && t('actDetail.decision', { value: String(decision) }),
    ask && t(`desk.refunds.act.${ask}`),
    value !== undefined &&
      value !== null &&
      t('actDetail.amount', { value: formatEuro(value / 100, locale) }),
    cents !== undefined && t('actDetail.amount', { value: formatEuro(cents / 100, locale) }),
    until !== undefined &&
      (until === null
        ? t('actDetail.endless')
        : t('actDetail.until', { value: longMoment(new Date(until), locale) })),
    dispute && t(`actDetail.dispute.${dispute}`),
    ground && t('actDetail.ground', { value: groundName(ground, locale) }),
    role && t('actDetail.role', { value: t(`desk.role.${role}`) }),
    from && t('actDetail.from', { value: t(`desk.role.${from}`) }),
    found !== undefined && t('actDetail.found', number(found)),
    file && t(`actDetail.file.${file}`),
    month && t('actDetail.month', { value: month }),
    sessions !== undefined && t('actDetail.sessions', number(sessions)),
    loginText(act, details, t),
  ].filter((text) => typeof text === 'string');
}

interface Words {
  readonly t: Translate;
  readonly locale: Locale;
}

function loginText(act: string, { passkey, password }: Details, t: Translate): string | false {
  if (passkey === undefined) return false;
  if (act === 'operator.logged-in') return t(passkey ? 'actDetail.passkey' : 'actDetail.code');
  if (passkey) return t('actDetail.wrongPasskey');
  return t(password ? 'actDetail.wrongCode' : 'actDetail.wrongPassword');
}
