import { html, raw } from 'hono/html';
import type { KeptMail } from './kept-mail.ts';

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

export const outboxPage = (mails: readonly KeptMail[]) =>
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

/** Our own HTML, shown under a content policy that runs nothing. */
export const mailPage = (mail: KeptMail) => raw(mail.html);
