import { html } from 'hono/html';
import { defaultLocale, localePath, locales, splitLocale } from '#contract/locales.ts';
import { errorTexts } from '#server/content/content.ts';

const statuses = [400, 403, 404, 405, 413, 500] as const;
export type LastResortStatus = (typeof statuses)[number];

/**
 * Shown if neither a page nor an error page could be rendered. Needs no brand, style or script, and has every language.
 */
const page = (status: LastResortStatus): string =>
  html`<!doctype html>
<html lang="${defaultLocale}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${status}</title>
<h1>${status}</h1>
${locales.map((locale) => {
  const texts = errorTexts.in(locale).errors;
  return html`<p lang="${locale}">${texts[`status${status}`]} <a href="${localePath(locale, '/')}" hreflang="${locale}">${texts.home}</a></p>
`;
})}</html>
`.toString();

/** Response for when the site cannot respond. */
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
 * The URL, or that of the 404 page: the site fails on percent signs that are not valid encodings. Astro would answer
 * several trailing slashes with its own redirect, before the product's.
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
