import { z } from 'zod';
import type { WorkKind } from '#server/outbox/work.ts';

interface NoticeToSend {
  /** Of a browser. */
  subscription: number;
  /** ISO time after which nobody is told any more. */
  until: string;
}

export const noticeWork: WorkKind<NoticeToSend> = {
  kind: 'browser-notice',
  payload: z.object({ subscription: z.number().int(), until: z.string() }),
};
