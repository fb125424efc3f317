import { expect, test } from 'vitest';
import { ask, read } from '../support/ask.ts';

/** A guest's response for each row of both route tables of the specification and for the lists of one gender. */
const table: readonly (readonly [path: string, status: number, target?: string])[] = [
  ['/', 200],
  ['/favourites', 302, '/'],
  ['/free', 200],
  ['/toy', 200],
  ['/new-cams', 200],
  ['/men', 200],
  ['/trans', 200],
  ['/couples', 200],
  // Requests of the drawer's form without script.
  ['/men?gender=couple&age=30-50', 302, '/couples?age=30-50'],
  ['/trans?gender=trans', 302, '/trans'],
  ['/cookies', 200],
  ['/privacy', 200],
  ['/terms-conditions', 200],
  ['/forbidden', 200],
  ['/messenger', 302, '/'],
  ['/messenger/new-conversation?modelId=7&model=Noor', 302, '/'],
  ['/messenger/Noor', 302, '/'],
  ['/settings', 302, '/'],
  ['/profile/{name}', 200],
  ['/profile', 404],
  ['/profile/undefined', 404],
  ['/stream/{name}', 200],
  ['/stream', 404],
  ['/404', 404],
  ['/{category}', 200],
  ['/no-such-category', 404],
];

test('P2.1 P2.2 P2.3 P2.4 P2.8 P2.21 P2.26 P2.27 every route answers without prefix, under /nl and under /en', async () => {
  const home = await read('/');
  const name = home.match(/\/profile\/([^"?]+)/)?.[1] ?? '';
  const headers = { 'api-key': 'vonk-web' };
  const categories = (await (await ask('/api/engine/featured/categories', { headers })).json()) as {
    result: { slug: string }[];
  };
  const category = categories.result[0]?.slug ?? '';
  const at = (prefix: string, path: string) => (path === '/' ? prefix || '/' : prefix + path);
  for (const prefix of ['', '/nl', '/en']) {
    for (const [row, status, target] of table) {
      const path = at(prefix, row.replace('{name}', name).replace('{category}', category));
      for (const method of ['GET', 'HEAD']) {
        const answer = await ask(path, { method });
        expect.soft(answer.status, `${method} ${path}`).toBe(status);
        const canonical = prefix === '/nl' ? '' : prefix;
        expect
          .soft(answer.headers.get('location'), `${method} ${path}`)
          .toBe(target === undefined ? null : at(canonical, target));
      }
    }
  }
});
