/** A mail ready to go: both forms of the same words. */
export interface Mail {
  /** Stays the same when a mail is sent again, so that the second copy is known for one. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface MailGateway {
  /** Hands one mail over; throws when it was not taken, so that the runner tries again. */
  send(mail: Mail): Promise<void>;
}
