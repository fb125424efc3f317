import { Hono } from 'hono';
import { html } from 'hono/html';
import { z } from 'zod';
import { defaultLocale, isLocale, type Locale } from '#contract/locales.ts';
import { CODE_DIGITS } from '#contract/wallet/dial-in-calls.ts';
import type { Config } from '#server/config/config.ts';
import { contentOf, fill } from '#server/content/content.ts';
import { codeAnswers } from '#server/ports/gateways.ts';
import { type Markup, moneyOf, sandboxPage, sandboxPolicy } from '../sandbox-frame.ts';
import { type Sandbox, type SandboxCall, SIMULATOR } from './sandbox.ts';

const policy = sandboxPolicy();

/** The demo's telephone. It stands for a real phone and its provider, so it shares nothing with the site. */
export function phoneRoutes(sandbox: Sandbox, phone: Config['phone']): Hono {
  const routes = new Hono();
  const pathOf = ({ id }: SandboxCall): string => `${SIMULATOR}/${id}`;
  routes.use(`${SIMULATOR}/*`, async (c, next) => {
    c.header('Content-Security-Policy', policy);
    c.header('Cache-Control', 'no-store');
    await next();
  });
  routes.get(SIMULATOR, (c) => c.html(page(localeOf(c.req.query('lang')), idle(c.req.query('lang'), phone))));
  routes.post(SIMULATOR, async (c) => {
    const { lang } = await c.req.parseBody();
    return c.redirect(pathOf(await sandbox.dial(localeOf(lang))), 303);
  });
  routes.get(`${SIMULATOR}/:id`, async (c) => {
    const call = await sandbox.find(c.req.param('id'));
    if (!call) return c.text('Unknown call', 404);
    return c.html(page(call.lang, inCall(call, sandbox.secondsOf(call))));
  });
  routes.post(`${SIMULATOR}/:id`, async (c) => {
    const { act, code } = await c.req.parseBody();
    const id = c.req.param('id');
    const call =
      act === 'hang-up'
        ? await sandbox.hangUp(id)
        : await sandbox.enter(id, typeof code === 'string' ? code.trim() : '');
    return call ? c.redirect(pathOf(call), 303) : c.text('Unknown call', 404);
  });
  return routes;
}

const localeOf = (lang: unknown): Locale =>
  typeof lang === 'string' && isLocale(lang) ? lang : defaultLocale;

const page = (lang: Locale, content: Markup): Markup =>
  sandboxPage({ lang, ...phoneTexts.in(lang).phone }, content);

const euro = (cents: number, lang: Locale): string => moneyOf(cents, 'EUR', lang);

/** Shows the tariff before the call costs anything. */
function idle(requestedLang: unknown, { number, tariff }: Config['phone']): Markup {
  const lang = localeOf(requestedLang);
  const texts = phoneTexts.in(lang).phone;
  const { centsPerMinute, promo } = tariff;
  return html`<form method="post" action="${SIMULATOR}"><input type="hidden" name="lang" value="${lang}">
<section><p>${fill(texts.announced, { price: euro(centsPerMinute, lang) })}
${promo ? fill(texts.promo, { minutes: promo.minutes, price: euro(promo.cents, lang) }) : ''}</p></section>
<section><button class="pay">${fill(texts.dial, { number })}</button></section>
</form>`;
}

const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

function inCall({ lang, said: answer, endedAt }: SandboxCall, seconds: number): Markup {
  const texts = phoneTexts.in(lang).phone;
  const isOver = endedAt !== null;
  const heard = [
    answer && (answer !== 'accepted' || !isOver) ? texts.said[answer] : '',
    isOver ? texts.ended : '',
  ];
  return html`<section><dl><dt>${texts.lasted}</dt><dd>${clock(seconds)}</dd></dl>
<p role="status">${heard.filter(Boolean).join(' ')}</p></section>
${isOver ? html`<section><a class="button" href="${SIMULATOR}?lang=${lang}">${texts.again}</a></section>` : keypad(lang, answer)}`;
}

function keypad(lang: Locale, answer: SandboxCall['said']): Markup {
  const texts = phoneTexts.in(lang).phone;
  return html`${
    answer === 'accepted'
      ? ''
      : html`<form method="post"><section><label for="code">${texts.code}</label><p>${texts.codeHint}</p>
<p><input id="code" name="code" inputmode="numeric" autocomplete="off" maxlength="${CODE_DIGITS}" required autofocus></p>
<p><button class="pay" name="act" value="code">${texts.enter}</button></p></section></form>`
  }
<form method="post"><section><button class="pay" name="act" value="hang-up">${texts.hangUp}</button></section></form>`;
}

const text = z.string().trim().min(1);

/** Not among the site's messages: the simulator stands for a telephone. */
export const phoneTexts = contentOf(
  'pages',
  z.object({
    phone: z.strictObject({
      title: text,
      notice: text,
      dial: text,
      /** Played before anything is charged. */
      announced: text,
      promo: text,
      code: text,
      codeHint: text,
      enter: text,
      hangUp: text,
      /** At the time of the page: the text does not count by itself. */
      lasted: text,
      again: text,
      ended: text,
      said: z.record(z.enum([...codeAnswers, 'away']), text),
    }),
  }),
);
