import { addDays, dayOf, longMoment, startOfDay, TIME_ZONE } from '#contract/day.ts';
import { isoCodes, type Locale } from '#contract/locales.ts';
import { CONSENT_VERSION } from '#contract/wallet/payment.ts';
import { WITHDRAWAL_DAYS } from '#contract/wallet/withdrawal.ts';
import { fill } from '#server/content/content.ts';
import { documentTexts } from '#server/content/documents.ts';
import type { PaymentRow } from '../purchase/tables.ts';

/** What the law wants on a durable medium: the consent to immediate delivery, and the right of withdrawal. */
export function consentRecord(
  { consentedAt, consentVersion, settledAt, createdAt }: PaymentRow,
  lang: Locale,
): { given: string; right: string } {
  const texts = documentTexts.in(lang).consent;
  const given = consentVersion === CONSENT_VERSION ? texts.givenWords : texts.given;
  const lastDay = startOfDay(addDays(dayOf(settledAt ?? createdAt), WITHDRAWAL_DAYS));
  const day = new Intl.DateTimeFormat(isoCodes[lang], { dateStyle: 'long', timeZone: TIME_ZONE }).format(
    lastDay,
  );
  return {
    given: fill(given, {
      when: longMoment(consentedAt, lang),
      version: consentVersion,
      words: texts.words,
    }),
    right: fill(texts.right, { day }),
  };
}
