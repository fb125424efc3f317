import { z } from 'zod';
import { storedLang } from '#contract/fields.ts';
import type { Locale } from '#contract/locales.ts';
import type { WorkKind } from '#server/outbox/work.ts';

/** Stored with the booking; address and language are read when the mail is written. */
export const purchaseMailWork: WorkKind<{ payment: string }> = {
  kind: 'purchase-mail',
  payload: z.object({ payment: z.string() }),
};

export interface WithdrawalMail {
  memberId: number;
  receipt: string;
  credits: number;
  cents: number;
  currency: string;
  lang: Locale;
  at: string;
}

/** The acknowledgement required by law; the address is read when it is sent. */
export const withdrawalMailWork: WorkKind<WithdrawalMail> = {
  kind: 'withdrawal-mail',
  payload: z.object({
    memberId: z.number().int(),
    receipt: z.string(),
    credits: z.number().int(),
    cents: z.number().int(),
    currency: z.string(),
    lang: storedLang,
    at: z.iso.datetime(),
  }),
};
