import { z } from 'zod';

export interface Attachment {
  filename: string;
  contentType: string;
  /** Base64. */
  content: string;
}

export interface Mail {
  /** The same for each retry, so that a duplicate is recognised. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** URL that unsubscribes from mails of this kind with one click (RFC 8058); set for optional mails. */
  stop?: string | undefined;
  attachments?: readonly Attachment[] | undefined;
}

/** A stored mail. */
export const mailSchema = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  stop: z.string().optional(),
  attachments: z
    .array(z.object({ filename: z.string(), contentType: z.string(), content: z.base64() }))
    .optional(),
});

/** The mail server refused the recipient for good: the mailbox or its domain does not exist. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

export interface MailGateway {
  /** Throws if the mail was not accepted: AddressRefused, or another error, after which a retry may succeed. */
  send(mail: Mail): Promise<void>;
}
