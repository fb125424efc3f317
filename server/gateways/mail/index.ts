import { join } from 'node:path';
import type { Hono } from 'hono';
import type { MailGateway } from '#server/ports/mail.ts';
import { outboxMail } from './outbox.ts';
import { smtpMail } from './smtp.ts';

export interface MailSettings {
  mode: 'demo' | 'production';
  smtpUrl: string | null;
  mailFrom: string;
  dataDir: string;
}

/** SMTP if configured; else (demo only) an outbox and its pages. */
export function createMail(settings: MailSettings): { gateway: MailGateway; routes?: Hono } {
  const { mode, smtpUrl, mailFrom, dataDir } = settings;
  if (smtpUrl)
    return { gateway: smtpMail({ url: smtpUrl, from: mailFrom, requireTls: mode === 'production' }) };
  return outboxMail(join(dataDir, 'outbox'), () => new Date());
}
