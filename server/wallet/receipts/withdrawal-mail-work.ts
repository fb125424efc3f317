import { z } from 'zod';
import { storedLang } from '#contract/fields.ts';
import type { Locale } from '#contract/locales.ts';
import type { WorkKind } from '#server/outbox/work.ts';

export interface WithdrawalTold {
  memberId: number;
  receipt: string;
  credits: number;
  cents: number;
  currency: string;
  lang: Locale;
  at: string;
}

/** The acknowledgement that the law asks for; whose address it goes to is looked up when it is sent. */
export const withdrawalMailWork: WorkKind<WithdrawalTold> = {
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
