import { z } from 'zod';
import type { Mail } from '#server/ports/mail.ts';
import type { WorkKind } from './work.ts';

/** A mail to be sent. The id stays the same when it is tried again. */
export const mailWork: WorkKind<Mail> = {
  kind: 'mail',
  payload: z.object({
    id: z.string(),
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
  }),
};
