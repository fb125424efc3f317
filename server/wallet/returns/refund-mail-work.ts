import { z } from 'zod';
import type { WorkKind } from '#server/outbox/work.ts';

/** A refund that operators gave. */
export interface RefundMail {
  memberId: number;
  boughtAt: string;
  cents: number;
  currency: string;
  /** Taken from the balance. */
  credits: number;
}

export const refundMailWork: WorkKind<RefundMail> = {
  kind: 'refund-mail',
  payload: z.object({
    memberId: z.number().int(),
    boughtAt: z.iso.datetime(),
    cents: z.number().int(),
    currency: z.string(),
    credits: z.number().int(),
  }),
};
