import { rm, statfs, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createOwnProduct, type OwnProduct } from '../../support/product.ts';
import { ApiClient } from '../../support/started/api-client.ts';
import { withMount } from '../../support/started/namespaces.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

/** Moves the data folder to a small separate disk. */
const onSmallDisk = withMount(
  'cp -a "$DATA_DIR" "$DATA_DIR.copy"; mount -t tmpfs -o size=400m tmpfs "$DATA_DIR"; ' +
    'cp -a "$DATA_DIR.copy/." "$DATA_DIR"; rm -r "$DATA_DIR.copy"',
);

let product: OwnProduct;
beforeAll(async () => {
  product = await createOwnProduct({
    environment: { DEMO_CAST: 'false', RATE_LIMITS: 'false' },
    through: onSmallDisk,
  });
  await product.start();
});
afterAll(() => product.remove());

/** The data folder as the product sees it. */
const insideIt = (name = '') => `/proc/${product.pid()}/root${product.dataDir}/${name}`;

let registered = 0;
async function register(): Promise<number> {
  registered += 1;
  const email = `full${registered}@example.com`;
  const answer = await new ApiClient(product.url).send('POST', '/api/member/member', {
    email,
    password: 'Plein-1617',
  });
  if (answer.status === 503) expect(answer.body).toEqual({ label: 'UNAVAILABLE' });
  return answer.status;
}

async function readiness(): Promise<unknown[]> {
  const answer = await fetch(`${product.url}/readyz`);
  return [answer.status, ((await answer.json()) as { disk: string }).disk];
}

test('a full disk answers unavailable, reads continue, and writes work again after freeing space', async () => {
  expect([await register(), ...(await readiness())]).toEqual([200, 200, 'ok']);
  const { bavail, bsize } = await statfs(insideIt());
  // The file system fills up to the last byte.
  const filling = writeFile(insideIt('filling'), Buffer.alloc(bavail * bsize + 4096));
  await expect(filling).rejects.toMatchObject({ code: 'ENOSPC' });

  for (let time = 0; time < 20; time += 1) expect(await register()).toBe(503);
  expect(await readiness()).toEqual([503, 'full']);
  for (const path of ['/', '/en/free', '/api/openapi.json', '/healthz'])
    expect((await fetch(product.url + path)).status, path).toBe(200);

  await rm(insideIt('filling'));
  expect([await register(), ...(await readiness())]).toEqual([200, 200, 'ok']);
  expect(await product.end('SIGTERM')).toBe(0);
});
