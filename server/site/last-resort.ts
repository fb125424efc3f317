import { html } from 'hono/html';

const texts = {
  400: ['Dat is niet goed aangekomen.', 'That did not arrive as it should.'],
  403: ['Dit kan alleen vanaf onze eigen pagina’s.', 'This is possible from our own pages only.'],
  404: ['Deze pagina is niet gevonden.', 'This page could not be found.'],
  405: ['Deze pagina kan alleen gelezen worden.', 'This page can only be read.'],
  413: ['Dat is te veel om te versturen.', 'That is too much to send.'],
  500: ['Er ging iets mis.', 'Something went wrong.'],
} as const;
export type LastResortStatus = keyof typeof texts;

/** Shown when no page and no error page could be made: it needs no brand, no language, no style and no script. */
const page = (status: LastResortStatus): string =>
  html`<!doctype html>
<html lang="nl">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${status}</title>
<h1>${status}</h1>
<p>${texts[status][0]} <a href="/">Naar de homepage</a></p>
<p lang="en">${texts[status][1]} <a href="/en" hreflang="en">Go to the homepage</a></p>
</html>
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
    return `${path.startsWith('/en/') ? '/en' : ''}/404${search}`;
  }
}
