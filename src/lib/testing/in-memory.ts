/** The part of the server's app that a browser reaches. */
interface Served {
  request(path: string, init: RequestInit): Response | Promise<Response>;
}

export interface InMemoryBrowser {
  /** Stands in for `fetch`: straight into the app, with the cookies a browser would keep. */
  fetch: typeof fetch;
  cookies: Map<string, string>;
}

const ORIGIN = 'http://localhost:4321';

/** A browser's way to the server, in memory: one cookie jar, and the origin of the site on every request. */
export function inMemoryBrowser(app: Served): InMemoryBrowser {
  const cookies = new Map<string, string>();
  return {
    cookies,
    async fetch(target, init = {}) {
      const asked = new URL(target instanceof Request ? target.url : target, ORIGIN);
      const headers = new Headers(init.headers);
      headers.set('origin', ORIGIN);
      headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
      const response = await app.request(asked.pathname + asked.search, { ...init, headers });
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
