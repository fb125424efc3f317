import { html } from 'hono/html';
import { defaultLocale, localePath, locales, splitLocale } from '#contract/locales.ts';
import { errorTexts } from '#server/content/errors.ts';

const statuses = [400, 403, 404, 405, 413, 500] as const;
export type LastResortStatus = (typeof statuses)[number];

/** Shown when no page and no error page could be made: it needs no brand, no style and no script, and says it in every language. */
const page = (status: LastResortStatus): string =>
  html`<!doctype html>
<html lang="${defaultLocale}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${status}</title>
<h1>${status}</h1>
${locales.map((locale) => {
  const texts = errorTexts.in(locale);
  return html`<p lang="${locale}">${texts[`status${status}`]} <a href="${localePath(locale, '/')}" hreflang="${locale}">${texts.home}</a></p>
`;
})}</html>
`.toString();

/** The answer where the site has none. */
export const lastResort = (status: LastResortStatus, headers: Record<string, string> = {}): Response =>
  new Response(page(status), {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
      ...headers,
    },
  });

/**
 * The address, or that of the 404 page: the site fails at percent signs in a path that stand for no letters.
 * At several slashes at the end Astro would answer with a redirect of its own, before ours.
 */
export function readableUrl(url: string): string {
  const [path = '', query] = url.split(/\?(.*)/s);
  const search = query === undefined ? '' : `?${query}`;
  try {
    decodeURI(path);
    return path.replace(/(?<=[^/])\/{2,}$/, '/') + search;
  } catch {
    return localePath(splitLocale(path).locale, '/404') + search;
  }
}
