import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import { type Outcome, outcomes, type Sandbox } from './sandbox.ts';
import type { SandboxOrder } from './sandbox-orders.ts';
import { type SandboxTexts, sandboxTexts } from './sandbox-texts.ts';

/** The payment page of the sandbox: it stands for the provider's, so it shares nothing with the site. */
export function sandboxRoutes(sandbox: Sandbox, methodName: (id: string) => string): Hono {
  const routes = new Hono();
  routes.get('/dev/pay/:id', async (c) => {
    const order = await sandbox.find(c.req.param('id'));
    if (!order) return c.text('Unknown order', 404);
    c.header('Content-Security-Policy', policyFor(order));
    c.header('Cache-Control', 'no-store');
    return c.html(page(order, { open: isOpen(sandbox, order), method: methodName(order.method) }));
  });
  routes.post('/dev/pay/:id', async (c) => {
    const { outcome } = await c.req.parseBody();
    const chosen = outcomes.find((name) => name === outcome);
    if (!chosen) return c.text('Unknown outcome', 400);
    const order = await sandbox.decide(c.req.param('id'), chosen);
    return order ? c.redirect(order.returnUrl, 303) : c.text('Unknown order', 404);
  });
  return routes;
}

const isOpen = (sandbox: Sandbox, order: SandboxOrder): boolean =>
  order.decision === null && sandbox.statusOf(order).state === 'pending';

const style = `
:root{color-scheme:light dark;--page:light-dark(#f3f5f8,#14181f);--card:light-dark(#fff,#1d232c);
--ink:light-dark(#18212f,#edf1f7);--soft:light-dark(#566070,#a9b4c4);--line:light-dark(#d5dbe4,#39424f);
--main:light-dark(#0b57b8,#8ab8ff);--on-main:light-dark(#fff,#0d1622)}
*{box-sizing:border-box}
body{margin:0;min-height:100dvh;background:var(--page);color:var(--ink);font:1rem/1.5 system-ui,sans-serif;padding:2rem 1rem}
main{max-width:36rem;margin:0 auto;background:var(--card);border:1px solid var(--line);border-radius:.75rem;overflow:hidden}
header,section{padding:1.25rem 1.5rem}
header{border-bottom:1px solid var(--line)}
section+section{border-top:1px solid var(--line)}
h1{margin:0;font-size:1.125rem;line-height:1.3}
h2{margin:0 0 .75rem;font-size:.875rem;font-weight:600;color:var(--soft)}
p{margin:.25rem 0 0;color:var(--soft);font-size:.875rem}
dl{display:grid;grid-template-columns:auto 1fr;gap:.375rem 1.5rem;margin:0}
dt{color:var(--soft)}
dd{margin:0;text-align:right;overflow-wrap:anywhere}
.total{margin-top:.75rem;padding-top:.75rem;border-top:1px solid var(--line)}
.total dt,.total dd{font-weight:700;font-size:1.25rem;color:var(--ink)}
.list{display:grid;gap:.5rem;grid-template-columns:repeat(auto-fill,minmax(14rem,1fr))}
button,.button{font:inherit;font-weight:600;min-height:2.75rem;padding:.5rem 1rem;border-radius:.5rem;cursor:pointer;
border:1px solid var(--line);background:none;color:var(--ink);text-align:left}
button:hover{border-color:var(--soft)}
.pay{width:100%;text-align:center;background:var(--main);border-color:var(--main);color:var(--on-main)}
.button{display:block;text-align:center;text-decoration:none}
:focus-visible{outline:3px solid var(--main);outline-offset:2px}
`;
const styleHash = createHash('sha256').update(style).digest('base64');

/** A browser holds a form's target to the policy after redirects too, so the way back has to be named. */
const policyFor = (order: SandboxOrder): string =>
  `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self' ${new URL(order.returnUrl).origin}; ` +
  "base-uri 'none'; frame-ancestors 'none'";

function page(order: SandboxOrder, { open, method }: { open: boolean; method: string }) {
  const texts = sandboxTexts[order.lang];
  const amount = new Intl.NumberFormat(order.lang === 'nl' ? 'nl-NL' : 'en-GB', {
    style: 'currency',
    currency: order.currency,
  }).format(order.cents / 100);
  return html`<!doctype html>
<html lang="${order.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${texts.title}</title>
<style>${raw(style)}</style>
</head>
<body>
<main>
<header><h1>${texts.title}</h1><p>${texts.notice}</p></header>
<section><dl>
<dt>${texts.order}</dt><dd>${order.reference}</dd>
<dt>${texts.description}</dt><dd>${order.description}</dd>
<dt>${texts.method}</dt><dd>${method}</dd>
</dl>
<dl class="total"><dt>${texts.amount}</dt><dd>${amount}</dd></dl></section>
${open ? choices(texts) : html`<section><p>${texts.closed}</p><p><a class="button" href="${order.returnUrl}">${texts.back}</a></p></section>`}
</main>
</body>
</html>`;
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
