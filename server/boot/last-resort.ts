import type { IncomingMessage, ServerResponse } from 'node:http';

/** Shown when no page and no error page could be made: it needs no brand, no language, no style and no script. */
const page = (status: number): string => `<!doctype html>
<html lang="nl">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${status}</title>
<h1>${status}</h1>
<p>${status === 404 ? 'Deze pagina is niet gevonden.' : 'Er ging iets mis.'} <a href="/">Naar de homepage</a></p>
<p lang="en">${status === 404 ? 'This page could not be found.' : 'Something went wrong.'} <a href="/en" hreflang="en">Go to the homepage</a></p>
</html>
`;

/** Ends a request the site left unanswered; one that was begun can only be cut short. */
export function endUnanswered(response: ServerResponse, status: 404 | 500): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const body = page(status);
  // Whatever the site had prepared belonged to another answer.
  for (const name of response.getHeaderNames()) if (name !== 'x-request-id') response.removeHeader(name);
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'content-security-policy': "default-src 'none'",
    'cache-control': 'no-store',
  });
  response.end(body);
}

/** A site that serves what it can, and hands on by `next` what it can't. */
export type Handler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
  locals: object,
) => Promise<void>;

export interface Failure {
  readonly error: unknown;
  readonly url: string | undefined;
}

/** The site's handler, answering in every case: what it passes on or throws ends in the page of last resort. */
export function answerAlways(handler: Handler, report: (failure: Failure) => void) {
  return async (request: IncomingMessage, response: ServerResponse, locals: object): Promise<void> => {
    const fail = (error: unknown): void => {
      report({ error, url: request.url });
      endUnanswered(response, 500);
    };
    const next = (error?: unknown): void =>
      error === undefined ? endUnanswered(response, 404) : fail(error);
    request.url = readable(request.url ?? '/');
    try {
      await handler(request, response, next, locals);
    } catch (error) {
      fail(error);
    }
  };
}

/** The address, or that of the 404 page: the site fails at percent signs in a path that stand for no letters. */
function readable(url: string): string {
  const [path = '', query] = url.split(/\?(.*)/s);
  try {
    decodeURI(path);
    return url;
  } catch {
    return `${path.startsWith('/en/') ? '/en' : ''}/404${query === undefined ? '' : `?${query}`}`;
  }
}
