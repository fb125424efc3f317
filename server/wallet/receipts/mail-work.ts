import { z } from 'zod';
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
  at: string;
}

/** The acknowledgement required by law; address and language are read when it is sent. */
export const withdrawalMailWork: WorkKind<WithdrawalMail> = {
  kind: 'withdrawal-mail',
  payload: z.object({
    memberId: z.number().int(),
    receipt: z.string(),
    credits: z.number().int(),
    cents: z.number().int(),
    currency: z.string(),
    at: z.iso.datetime(),
  }),
};
