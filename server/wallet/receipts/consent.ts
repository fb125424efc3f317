import { addDays, dayOf, longDate, longMoment } from '#contract/day.ts';
import type { Locale } from '#contract/locales.ts';
import { CONSENT_VERSION } from '#contract/wallet/payment.ts';
import { WITHDRAWAL_DAYS } from '#contract/wallet/withdrawal.ts';
import { fill } from '#server/content/content.ts';
import { documentTexts } from '#server/content/documents.ts';
import type { PaymentRow } from '../tables.ts';

/** Required by law on a durable medium: the consent to immediate delivery, and the right of withdrawal. */
export function consentRecord(
  { consentedAt, consentVersion, settledAt, createdAt }: PaymentRow,
  lang: Locale,
): { given: string; right: string } {
  const texts = documentTexts.in(lang).consent;
  const isKnown = consentVersion === CONSENT_VERSION;
  const isEarlier = consentedAt < createdAt;
  const now = isKnown ? texts.givenWords : texts.given;
  const earlier = isKnown ? texts.givenEarlierWords : texts.givenEarlier;
  const lastDay = addDays(dayOf(settledAt ?? createdAt), WITHDRAWAL_DAYS);
  return {
    given: fill(isEarlier ? earlier : now, {
      when: longMoment(consentedAt, lang),
      version: longDate(consentVersion, lang),
      words: texts.words,
    }),
    right: fill(texts.right, { day: longDate(lastDay, lang) }),
  };
}
