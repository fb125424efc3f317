import { html } from 'hono/html';
import { labelOf } from '#contract/errors.ts';
import { defaultLocale, localePath, locales, splitLocale } from '#contract/locales.ts';
import { isPageWith, TOO_LARGE } from '#contract/site/page-routes.ts';
import { errorTexts } from '#server/content/content.ts';
import { BODY_LIMIT, readBytes } from '#server/http/body.ts';

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

const pageOf = (url: string): string => splitLocale(url.split('?', 1)[0] ?? '/').path.replace(/\/$/, '');

const takesForm = (url: string): boolean => isPageWith('form', pageOf(url));

/** Leads to the page that explains why a form was too large; null for a page that does not. */
export function explainTooLarge(url: string): Response | null {
  if (!isPageWith('explains', pageOf(url))) return null;
  const location = `${url.split('?', 1)[0]}?${new URLSearchParams(TOO_LARGE)}#content`;
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });
}

/** The body sent to a page, read before it is parsed; or the response to a request no page accepts. */
export async function readForm(
  request: Request,
  url: string,
): Promise<Buffer<ArrayBuffer> | Response | null> {
  const { method } = request;
  if (method === 'GET' || method === 'HEAD') return null;
  const isForm = takesForm(url);
  if (method !== 'POST' || !isForm)
    return lastResort(405, { allow: isForm ? 'GET, HEAD, POST' : 'GET, HEAD' });
  return readBytes(request, BODY_LIMIT).catch((error: unknown) =>
    labelOf(error) === 'badRequest.tooLarge' ? (explainTooLarge(url) ?? lastResort(413)) : lastResort(400),
  );
}
