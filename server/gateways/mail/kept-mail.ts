import { z } from 'zod';

export const keptMailSchema = z.object({
  id: z.string().regex(/^[\w-]{1,64}$/),
  /** ISO time of sending. */
  at: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  stop: z.string().optional(),
  attachments: z
    .array(z.object({ filename: z.string(), contentType: z.string(), content: z.base64() }))
    .optional(),
});

export type KeptMail = z.infer<typeof keptMailSchema>;
