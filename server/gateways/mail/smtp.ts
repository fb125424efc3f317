import { createTransport } from 'nodemailer';
import type { MailGateway } from '#server/ports/mail.ts';

export interface SmtpSettings {
  /** `smtp://user:password@host:587` or `smtps://…`. */
  url: string;
  /** In the form of a header: `Vonk <noreply@vonk.example>`. */
  from: string;
  /** Refuse unencrypted connections. */
  requireTls: boolean;
}

/** ms after which a silent mail server counts as refusing. */
const PATIENCE = 15_000;

export function smtpMail({ url, from, requireTls }: SmtpSettings): MailGateway {
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
    async send({ id, stop, attachments = [], ...mail }) {
      await transport.sendMail({
        ...mail,
        from,
        attachments: attachments.map((one) => ({ ...one, encoding: 'base64' })),
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated', ...(stop && stopHeaders(stop)) },
      });
    },
  };
}

/** Headers for the unsubscribe button of mail programs (RFC 2369, RFC 8058). */
const stopHeaders = (address: string) => ({
  'List-Unsubscribe': `<${address}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});
