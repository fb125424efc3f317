import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono, type MiddlewareHandler } from 'hono';
import { html, raw } from 'hono/html';
import { z } from 'zod';
import { type MailGateway, mailSchema } from '#server/ports/gateways.ts';
import { replaceFile } from '#server/replace-file.ts';

const keptMailSchema = mailSchema.extend({
  id: z.string().regex(/^[\w-]{1,64}$/),
  /** ISO time of sending. */
  at: z.string(),
});

type KeptMail = z.infer<typeof keptMailSchema>;

/** Maximum mails in the list; older ones stay in the folder. */
const SHOWN = 200;

/** Stores mails as files shown in the browser; delivers none. */
export function outboxMail(folder: string, now: () => Date): { gateway: MailGateway; routes: Hono } {
  const gateway: MailGateway = {
    check: async () => undefined,
    async send(mail) {
      const kept = keptMailSchema.parse({ ...mail, at: now().toISOString() });
      await replaceFile(join(folder, `${kept.id}.json`), JSON.stringify(kept, null, 2));
    },
  };
  return { gateway, routes: outboxRoutes(folder) };
}

/** A mail's HTML is shown unchanged, so scripts and external pictures are forbidden. */
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

/** Newest first. Skips files that are not mails. */
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

const style = raw(`
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
  body { max-width: 48rem; margin: 0 auto; padding: 2rem 1rem; }
  article { border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: .75rem; padding: 1rem 1.25rem; margin: 1rem 0; }
  h1 { font-size: 1.375rem; } h2 { font-size: 1.125rem; margin: 0; }
  .about { margin: .25rem 0 .75rem; opacity: .8; font-size: .875rem; }
  .text { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0 0 .75rem; }
`);

const page = (title: string, body: unknown) => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${title}</title>
    <style>${style}</style>
  </head>
  <body><main>${body}</main></body>
</html>`;

/** Turns URLs into links and escapes the rest. */
const linked = (text: string) =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : part));

const sentAt = (iso: string) =>
  html`<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')} UTC</time>`;

const outboxPage = (mails: readonly KeptMail[]) =>
  page(
    'Outbox',
    html`<h1>Outbox</h1>
    <p>What the demo would have sent, newest first. Nothing leaves this machine.</p>
    ${mails.length === 0 ? html`<p>No mail yet.</p>` : ''}
    ${mails.map(
      (mail) => html`<article>
        <h2>${mail.subject}</h2>
        <p class="about">${mail.to} · ${sentAt(mail.at)}</p>
        <p class="text">${linked(mail.text)}</p>
        <a class="about" href="/dev/outbox/${mail.id}">HTML</a>
        ${(mail.attachments ?? []).map(({ filename }) => html`<a class="about" href="/dev/outbox/${mail.id}/${filename}">${filename}</a>`)}
      </article>`,
    )}`,
  );

/** HTML of the product, shown under a content security policy without scripts. */
const mailPage = (mail: KeptMail) => raw(mail.html);
