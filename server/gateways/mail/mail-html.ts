import { html } from 'hono/html';
import type { Locale } from '#contract/locales.ts';

export interface MailContent {
  lang: Locale;
  subject: string;
  /** Name of the sender, shown at the top. */
  house: string;
  /** Above the button. */
  lead: string;
  button: string;
  /** Below the button; an empty line starts a new paragraph. */
  rest: string;
  /** Target of the button; also written out for mail programs that show no buttons. */
  link: string;
  /** Link to unsubscribe from mails of this kind, at the bottom. */
  stop?: { text: string; link: string } | undefined;
}

/** A mail as HTML. Inline styles only: mail programs support no others. */
export const mailHtml = ({ lang, subject, house, lead, button, rest, link, stop }: MailContent): string =>
  html`<!doctype html>
<html lang="${lang}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>
<body style="margin:0;padding:24px;background:#f6f4f2;color:#2a2028;font:16px/1.5 Arial,sans-serif">
<div style="max-width:480px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px">
<p style="margin:0 0 20px;font-size:20px;font-weight:bold">${house}</p>
<p style="margin:0 0 20px;white-space:pre-line">${lead}</p>
<p style="margin:0 0 20px"><a href="${link}" style="display:inline-block;padding:12px 20px;border-radius:10px;background:#b8331f;color:#ffffff;font-weight:bold;text-decoration:none">${button}</a></p>
${rest.split('\n\n').map(
  (text) => html`<p style="margin:0 0 20px">${text}</p>
`,
)}<p style="margin:0;font-size:13px;color:#6b5f68;word-break:break-all">${link}</p>
${
  stop
    ? html`<p style="margin:20px 0 0;font-size:13px"><a href="${stop.link}" style="color:#6b5f68">${stop.text}</a></p>
`
    : ''
}</div>
</body>
</html>
`.toString();
