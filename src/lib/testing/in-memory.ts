interface Served {
  request(path: string, init: RequestInit): Response | Promise<Response>;
}

export interface InMemoryBrowser {
  /** Replaces `fetch`: calls the app with the cookies a browser would send. */
  fetch: typeof fetch;
  cookies: Map<string, string>;
}

const ORIGIN = 'http://localhost:4321';

/** Uses one cookie jar, and the site's origin on every request. */
export function inMemoryBrowser(app: Served): InMemoryBrowser {
  const cookies = new Map<string, string>();
  return {
    cookies,
    async fetch(target, init = {}) {
      const url = new URL(target instanceof Request ? target.url : target, ORIGIN);
      const headers = new Headers(init.headers);
      headers.set('origin', ORIGIN);
      headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
      const response = await app.request(url.pathname + url.search, { ...init, headers });
      for (const line of response.headers.getSetCookie()) keep(cookies, line);
      return response;
    },
  };
}

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(/;\s*/);
  const [name = '', value = ''] = pair.split('=');
  if (attributes.some((attribute) => /^max-age=0$/i.test(attribute))) cookies.delete(name);
  else cookies.set(name, value);
}
