import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOwnProduct, type OwnProduct } from '../../support/product.ts';

let product: OwnProduct;
beforeAll(async () => {
  product = await createOwnProduct({
    environment: {
      DEMO_CAST: 'false',
      NODE_OPTIONS: '--import ./e2e/support/started/with-broken-component.mjs',
    },
  });
  await product.start();
});
afterAll(() => product.remove());

/** Returns the product's log lines about a page. */
const logged = (path: string): unknown[] =>
  product
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{"') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as { url?: string })
    .filter(({ url }) => url === path);

test('P2.81 P2.83 a page whose component throws answers 500, is logged with its URL, and the process continues', async () => {
  for (const path of ['/profile/Femke', '/en/profile/Femke']) {
    const answer = await fetch(product.url + path);
    expect(answer.status, path).toBe(500);
    const text = await answer.text();
    expect(text).toMatch(/<h1[^>]*>(500|Er ging iets mis|Something went wrong)</);
    expect(text).toContain('</html>');
    await expect
      .poll(() => logged(path)[0])
      .toMatchObject({
        msg: 'A page failed',
        err: { message: 'the gallery broke' },
        requestId: expect.any(String),
      });
  }
  expect((await fetch(`${product.url}/free`)).status).toBe(200);
  expect((await fetch(`${product.url}/readyz`)).status).toBe(200);
});
