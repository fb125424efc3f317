import { createTransport } from 'nodemailer';
import { AddressRefused, type MailGateway } from '#server/ports/gateways.ts';

export interface SmtpSettings {
  /** `smtp://user:password@host:587` or `smtps://…`. */
  url: string;
  /** In the form of a header: `Vonk <noreply@vonk.example>`. */
  from: string;
  /** An address that somebody reads. */
  replyTo: string;
  /** Refuse unencrypted connections. */
  requireTls: boolean;
}

/** ms after which a silent mail server counts as refusing. */
const PATIENCE = 15_000;

export function smtpMail({ url, from, replyTo, requireTls }: SmtpSettings): MailGateway {
  const transport = createTransport({
    url,
    requireTLS: requireTls,
    connectionTimeout: PATIENCE,
    greetingTimeout: PATIENCE,
    socketTimeout: PATIENCE,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.match(/@([^\s>]+)/)?.[1] ?? 'localhost';
  return {
    async check() {
      await transport.verify();
    },
    async send({ id, stop, attachments = [], ...mail }) {
      const message = {
        ...mail,
        from,
        replyTo,
        attachments: attachments.map((one) => ({ ...one, encoding: 'base64' })),
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated', ...(stop && stopHeaders(stop)) },
      };
      await transport.sendMail(message).catch((error: unknown) => {
        throw refusesRecipient(error)
          ? new AddressRefused((error as Error).message, { cause: error })
          : error;
      });
    },
  };
}

/**
 * Permanent codes about the recipient's address (RFC 3463, 3.2; 5.1.10: RFC 7505), not the sender's (5.1.7, 5.1.8) or
 * either (5.1.0). Other 550s are retried: the operator may change a policy.
 */
const RECIPIENT_REFUSED = /^5\d\d[ -]5\.1\.(?:[12346]|10)(?!\d)/;

/** Commands at which a mail server refuses the recipient; at MAIL FROM it refuses the sender with the same codes. */
const RECIPIENT_COMMANDS: ReadonlySet<unknown> = new Set(['RCPT TO', 'DATA']);

const refusesRecipient = (error: unknown): boolean =>
  error instanceof Error &&
  'command' in error &&
  RECIPIENT_COMMANDS.has(error.command) &&
  'response' in error &&
  typeof error.response === 'string' &&
  RECIPIENT_REFUSED.test(error.response);

/** Headers for the unsubscribe button of mail programs (RFC 2369, RFC 8058). */
const stopHeaders = (address: string) => ({
  'List-Unsubscribe': `<${address}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});
