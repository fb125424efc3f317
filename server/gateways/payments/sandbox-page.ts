import { Hono } from 'hono';
import { html } from 'hono/html';
import { z } from 'zod';
import type { PayMethod } from '#contract/wallet/payment.ts';
import { contentOf } from '#server/content/content.ts';
import { moneyOf, sandboxPage, sandboxPolicy } from '../sandbox-frame.ts';
import {
  type Outcome,
  outcomes,
  type Returning,
  returnings,
  type Sandbox,
  type SandboxOrder,
} from './sandbox.ts';

/** The sandbox's payment page. It stands for a provider's page, so it shares nothing with the site. */
export function sandboxRoutes(sandbox: Sandbox, methodName: (id: string) => string): Hono {
  const routes = new Hono();
  routes.get('/dev/pay/:id', async (c) => {
    const order = await sandbox.find(c.req.param('id'));
    if (!order) return c.text('Unknown order', 404);
    c.header('Content-Security-Policy', policyFor(order));
    c.header('Cache-Control', 'no-store');
    const can = { pay: isOpen(sandbox, order), giveBack: holdsMoney(sandbox, order) };
    return c.html(page(order, { can, method: methodName(order.method) }));
  });
  routes.post('/dev/pay/:id', async (c) => {
    const { outcome } = await c.req.parseBody();
    const chosen = outcomes.find((name) => name === outcome);
    const returning = returnings.find((name) => name === outcome);
    const id = c.req.param('id');
    if (!chosen && !returning) return c.text('Unknown outcome', 400);
    const order = await (returning ? sandbox.giveBack(id, returning) : chosen && sandbox.decide(id, chosen));
    return order ? c.redirect(order.returnUrl, 303) : c.text('Unknown order', 404);
  });
  return routes;
}

const isOpen = (sandbox: Sandbox, order: SandboxOrder): boolean =>
  order.decision === null && sandbox.statusOf(order).state === 'pending';

function holdsMoney(sandbox: Sandbox, order: SandboxOrder): boolean {
  const status = sandbox.statusOf(order);
  return status.state === 'paid' && (status.returned?.cents ?? 0) < status.cents;
}

const policyFor = (order: SandboxOrder): string => sandboxPolicy(new URL(order.returnUrl).origin);

interface Shown {
  can: { pay: boolean; giveBack: boolean };
  method: string;
}

function page(order: SandboxOrder, { can, method }: Shown) {
  const texts = sandboxTexts.in(order.lang).payment;
  const amount = moneyOf(order.cents, order.currency, order.lang);
  const content = html`<section><dl>
<dt>${texts.order}</dt><dd>${order.reference}</dd>
<dt>${texts.description}</dt><dd>${order.description}</dd>
<dt>${texts.method}</dt><dd>${method}</dd>
</dl>
<dl class="total"><dt>${texts.amount}</dt><dd>${amount}</dd></dl></section>
${can.pay ? choices(texts) : html`<section><p>${texts.closed}</p><p><a class="button" href="${order.returnUrl}">${texts.back}</a></p></section>`}
${can.giveBack ? returns(texts) : ''}`;
  return sandboxPage({ lang: order.lang, title: texts.title, notice: texts.notice }, content);
}

function choices(texts: SandboxTexts) {
  const button = (outcome: Outcome, kind = '') =>
    html`<button name="outcome" value="${outcome}" class="${kind}">${texts.outcomes[outcome]}</button>`;
  const [paid, ...rest] = outcomes;
  const list = (prefix: string) => rest.filter((name) => name.startsWith(prefix)).map((name) => button(name));
  return html`<form method="post">
<section>${button(paid, 'pay')}</section>
<section><h2>${texts.failing}</h2><div class="list">${list('failed-')}</div></section>
<section><h2>${texts.disturbed}</h2><div class="list">${list('paid-')}</div></section>
</form>`;
}

function returns(texts: SandboxTexts) {
  const button = (name: Returning) =>
    html`<button name="outcome" value="${name}">${texts.returnings[name]}</button>`;
  return html`<form method="post"><section><h2>${texts.givingBack}</h2><div class="list">${returnings.map(button)}</div></section></form>`;
}

const text = z.string().trim().min(1);

const schema = z.strictObject({
  title: text,
  notice: text,
  order: text,
  description: text,
  method: text,
  amount: text,
  failing: text,
  disturbed: text,
  closed: text,
  back: text,
  outcomes: z.record(z.enum(outcomes), text),
  givingBack: text,
  returnings: z.record(z.enum(returnings), text),
});
type SandboxTexts = z.infer<typeof schema>;

/** Not among the site's messages: the sandbox stands for a provider. */
export const sandboxTexts = contentOf('pages', z.object({ payment: schema }));

export const methodNames: Readonly<Record<PayMethod, string>> = {
  creditcard: 'Creditcard',
  ideal: 'iDEAL',
  mistercash: 'Bancontact',
  sofortbanking: 'Sofort',
  paysafecard: 'paysafecard',
};
