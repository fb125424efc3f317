import { z } from 'zod';
import type { Mail } from '#server/ports/mail.ts';
import type { WorkKind } from './work.ts';

/** The id stays the same when a mail is tried again. */
export const mailWork: WorkKind<Mail> = {
  kind: 'mail',
  payload: z.object({
    id: z.string(),
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
    stop: z.string().optional(),
    attachments: z
      .array(z.object({ filename: z.string(), contentType: z.string(), content: z.base64() }))
      .optional(),
  }),
};
