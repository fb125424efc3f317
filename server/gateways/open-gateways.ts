import { join } from 'node:path';
import type { Hono } from 'hono';
import type { Config } from '#server/config/config.ts';
import type { StorageConfig } from '#server/config/storage.ts';
import type { MailGateway, StorageGateway, WebPushGateway } from '#server/ports/gateways.ts';
import { outboxMail } from './mail/outbox.ts';
import { smtpMail } from './mail/smtp.ts';
import { folderStorage } from './storage/folder.ts';
import { createWebPush, keptKeys } from './web-push/web-push.ts';

interface MailSettings {
  mode: 'demo' | 'production';
  smtpUrl: string | null;
  mailFrom: string;
  mailReplyTo: string;
  dataDir: string;
}

/** SMTP if configured; else (demo only) an outbox and its pages. */
export function createMail(settings: MailSettings): { gateway: MailGateway; routes?: Hono } {
  const { mode, smtpUrl: url, mailFrom: from, mailReplyTo: replyTo, dataDir } = settings;
  if (url) return { gateway: smtpMail({ url, from, replyTo, requireTls: mode === 'production' }) };
  return outboxMail(join(dataDir, 'outbox'), () => new Date());
}

interface StorageSettings {
  dataDir: string;
  storage: StorageConfig;
}

/** The S3 library is loaded only if it is used. */
export async function createStorage({ dataDir, storage }: StorageSettings): Promise<StorageGateway> {
  if (storage.kind === 'folder') return folderStorage(join(dataDir, 'files'));
  const { s3Storage } = await import('./storage/s3.ts');
  return s3Storage(storage);
}

/** With the operator's keys; the demo creates its own. Null without keys: notices are not offered. */
export async function openWebPush({
  mode,
  dataDir,
  webPush: { keys, subject, services },
}: Pick<Config, 'mode' | 'dataDir' | 'webPush'>): Promise<WebPushGateway | null> {
  const ours = keys ?? (mode === 'demo' ? await keptKeys(dataDir) : null);
  return ours && createWebPush({ keys: ours, subject, services });
}
