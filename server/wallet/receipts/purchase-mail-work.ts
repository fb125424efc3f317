import { z } from 'zod';
import type { WorkKind } from '#server/outbox/work.ts';

/** Left with the booking; address and language are looked up when the mail is written. */
export const purchaseMailWork: WorkKind<{ payment: string }> = {
  kind: 'purchase-mail',
  payload: z.object({ payment: z.string() }),
};
