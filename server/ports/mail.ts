export interface Attachment {
  filename: string;
  contentType: string;
  /** Base64. */
  content: string;
}

export interface Mail {
  /** The same for a mail that is sent again, so that a duplicate is recognised. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Address at which one click stops mails of this kind (RFC 8058); of those that one can do without. */
  stop?: string | undefined;
  attachments?: readonly Attachment[] | undefined;
}

export interface MailGateway {
  /** Throws when the mail was not taken, so that the runner tries again. */
  send(mail: Mail): Promise<void>;
}
