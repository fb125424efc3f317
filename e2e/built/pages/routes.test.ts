import { expect, test } from 'vitest';
import { routeTable } from '../../support/html/route-table.ts';
import { ask, read } from '../../support/visitor.ts';

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
    for (const [row, status, target] of routeTable) {
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
