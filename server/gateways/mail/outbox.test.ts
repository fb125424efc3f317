import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Mail } from '#server/ports/gateways.ts';
import { createMail } from '../open-gateways.ts';
import { outboxMail } from './outbox.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vonk-outbox-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const mail = (id: string, fields: Partial<Mail> = {}): Mail => ({
  id,
  to: 'anna@example.com',
  subject: 'Hello',
  text: 'Look: https://vonk.example/activate?key=abc',
  html: '<p>Hello</p>',
  ...fields,
});

function outbox() {
  let seconds = 0;
  const now = () => new Date(Date.UTC(2026, 10, 20, 12, 0, seconds++));
  const { gateway, routes } = outboxMail(folder, now);
  const json = async () => (await (await routes.request('/dev/outbox.json')).json()) as Mail[];
  const html = async (path = '/dev/outbox') => (await routes.request(path)).text();
  return { gateway, routes, json, html };
}

describe('the demo outbox', () => {
  it('is empty before the first mail', async () => {
    const { json, html } = outbox();
    expect(await json()).toEqual([]);
    expect(await html()).toContain('No mail yet.');
  });

  it('shows mails newest first', async () => {
    const { gateway, json } = outbox();
    for (const id of ['one', 'two', 'three']) await gateway.send(mail(id));
    expect((await json()).map(({ id }) => id)).toEqual(['three', 'two', 'one']);
  });

  it('keeps mails over a restart', async () => {
    await outbox().gateway.send(mail('one'));
    expect(await outbox().json()).toMatchObject([{ id: 'one', to: 'anna@example.com', subject: 'Hello' }]);
  });

  it('shows a mail that was sent twice only once', async () => {
    const { gateway, json } = outbox();
    await gateway.send(mail('one'));
    await gateway.send(mail('one'));
    expect(await json()).toHaveLength(1);
  });

  it('keeps the attachments of a mail, each with its own URL', async () => {
    const { gateway, routes, html } = outbox();
    const content = Buffer.from('%PDF-1.7').toString('base64');
    await gateway.send(
      mail('one', { attachments: [{ filename: 'bon.pdf', contentType: 'application/pdf', content }] }),
    );
    expect(await html()).toContain('href="/dev/outbox/one/bon.pdf"');
    const file = await routes.request('/dev/outbox/one/bon.pdf');
    expect(file.headers.get('content-type')).toBe('application/pdf');
    expect(await file.text()).toBe('%PDF-1.7');
    expect((await routes.request('/dev/outbox/one/else.pdf')).status).toBe(404);
  });

  it('turns URLs into links and escapes everything else', async () => {
    const { gateway, html } = outbox();
    await gateway.send(mail('one', { subject: '<script>alert(1)</script>' }));
    expect(await html()).toContain('<a href="https://vonk.example/activate?key=abc">');
    expect(await html()).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  it('shows a mail like a mail program would, under a policy without scripts', async () => {
    const { gateway, routes } = outbox();
    await gateway.send(mail('one'));
    const answer = await routes.request('/dev/outbox/one');
    expect(await answer.text()).toBe('<p>Hello</p>');
    expect(answer.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    expect((await routes.request('/dev/outbox/..%2Fone')).status).toBe(404);
  });

  it('skips files that are not mails', async () => {
    await writeFile(join(folder, 'broken.json'), '{"id": 1');
    await writeFile(join(folder, 'notes.txt'), 'mine');
    expect(await outbox().json()).toEqual([]);
  });
});

describe('createMail', () => {
  const settings = {
    mailFrom: 'Vonk <noreply@vonk.example>',
    mailReplyTo: 'support@vonk.example',
    dataDir: '/nowhere',
  };

  it('has pages only for the outbox', () => {
    expect(createMail({ ...settings, mode: 'demo', smtpUrl: null }).routes).toBeDefined();
    expect(
      createMail({ ...settings, mode: 'production', smtpUrl: 'smtp://localhost:2525' }).routes,
    ).toBeUndefined();
  });
});
