import { html } from 'hono/html';

/** Shown when no page and no error page could be made: it needs no brand, no language, no style and no script. */
const page = (status: 404 | 500): string =>
  html`<!doctype html>
<html lang="nl">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${status}</title>
<h1>${status}</h1>
<p>${status === 404 ? 'Deze pagina is niet gevonden.' : 'Er ging iets mis.'} <a href="/">Naar de homepage</a></p>
<p lang="en">${status === 404 ? 'This page could not be found.' : 'Something went wrong.'} <a href="/en" hreflang="en">Go to the homepage</a></p>
</html>
`.toString();

/** The answer where the site has none. */
export const lastResort = (status: 404 | 500): Response =>
  new Response(page(status), {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'",
      'cache-control': 'no-store',
    },
  });

/** The address, or that of the 404 page: the site fails at percent signs in a path that stand for no letters. */
export function readableUrl(url: string): string {
  const [path = '', query] = url.split(/\?(.*)/s);
  try {
    decodeURI(path);
    return url;
  } catch {
    return `${path.startsWith('/en/') ? '/en' : ''}/404${query === undefined ? '' : `?${query}`}`;
  }
}
