import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import { isoCodes, type Locale } from '#contract/locales.ts';

/** Style of the sandbox pages: separate from the site's, and allowed by its hash in the policy. */
const sandboxStyle = `
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
input{font:inherit;font-size:1.5rem;letter-spacing:.25em;width:8rem;min-height:2.75rem;padding:.25rem .75rem;border-radius:.5rem;
border:1px solid var(--soft);background:var(--page);color:var(--ink)}
label{font-weight:600}
p:has(>input),p:has(>button){margin-top:.75rem}
.button{display:block;text-align:center;text-decoration:none}
:focus-visible{outline:3px solid var(--main);outline-offset:2px}
`;
const styleHash = createHash('sha256').update(sandboxStyle).digest('base64');

/** `formTargets`: allowed targets of forms besides these pages; browsers apply the policy after redirects as well. */
export const sandboxPolicy = (...formTargets: readonly string[]): string =>
  `default-src 'none'; style-src 'sha256-${styleHash}'; form-action ${["'self'", ...formTargets].join(' ')}; ` +
  "base-uri 'none'; frame-ancestors 'none'";

export type Markup = ReturnType<typeof html>;

/** A page of a simulated provider. */
export function sandboxPage(
  { lang, title, notice }: { lang: Locale; title: string; notice: string },
  content: Markup,
): Markup {
  return html`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${raw(sandboxStyle)}</style>
</head>
<body>
<main>
<header><h1>${title}</h1><p>${notice}</p></header>
${content}
</main>
</body>
</html>`;
}

export const moneyOf = (cents: number, currency: string, lang: Locale): string =>
  new Intl.NumberFormat(isoCodes[lang], { style: 'currency', currency }).format(cents / 100);
