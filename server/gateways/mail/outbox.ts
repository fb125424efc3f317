import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono, type MiddlewareHandler } from 'hono';
import type { MailGateway } from '#server/ports/mail.ts';
import { type KeptMail, keptMailSchema } from './kept-mail.ts';
import { mailPage, outboxPage } from './outbox-page.ts';

/** Mails listed; older ones stay in the folder. */
const SHOWN = 200;

/** Keeps mails as files that the browser can show; delivers none. */
export function outboxMail(folder: string, now: () => Date): { gateway: MailGateway; routes: Hono } {
  const gateway: MailGateway = {
    async send(mail) {
      const kept = keptMailSchema.parse({ ...mail, at: now().toISOString() });
      await mkdir(folder, { recursive: true });
      const file = join(folder, `${kept.id}.json`);
      await writeFile(`${file}.part`, JSON.stringify(kept, null, 2));
      await rename(`${file}.part`, file);
    },
  };
  return { gateway, routes: outboxRoutes(folder) };
}

/** A mail's HTML is shown unchanged, so scripts and foreign pictures are forbidden. */
const headers: MiddlewareHandler = async (c, next) => {
  await next();
  c.header('Cache-Control', 'no-store');
  c.header('X-Content-Type-Options', 'nosniff');
  c.header('Referrer-Policy', 'no-referrer');
  c.header(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  );
};

function outboxRoutes(folder: string): Hono {
  const routes = new Hono();
  routes.get('/dev/outbox.json', headers, async (c) => c.json(await keptMails(folder)));
  routes.get('/dev/outbox', headers, async (c) => c.html(outboxPage(await keptMails(folder))));
  routes.get('/dev/outbox/:id', headers, async (c) => {
    const mail = (await keptMails(folder)).find(({ id }) => id === c.req.param('id'));
    return mail ? c.html(mailPage(mail)) : c.notFound();
  });
  routes.get('/dev/outbox/:id/:filename', headers, async (c) => {
    const mail = (await keptMails(folder)).find(({ id }) => id === c.req.param('id'));
    const file = mail?.attachments?.find(({ filename }) => filename === c.req.param('filename'));
    if (!file) return c.notFound();
    c.header('Content-Type', file.contentType);
    c.header('Content-Disposition', 'attachment');
    return c.body(Buffer.from(file.content, 'base64'));
  });
  return routes;
}

/** Newest first. Files that are no mails are skipped. */
async function keptMails(folder: string): Promise<KeptMail[]> {
  const names = await readdir(folder).catch(() => []);
  const mails = await Promise.all(
    names.filter((name) => name.endsWith('.json')).map((name) => readMail(join(folder, name))),
  );
  return mails
    .filter((mail) => mail !== null)
    .sort((a, b) => b.at.localeCompare(a.at))
    .slice(0, SHOWN);
}

async function readMail(file: string): Promise<KeptMail | null> {
  try {
    return keptMailSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return null;
  }
}
