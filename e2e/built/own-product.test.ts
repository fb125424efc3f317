import { expect, test } from 'vitest';
import { pauseAfter } from '../support/chaos/chaos.ts';
import { createOwnProduct } from '../support/product.ts';

test('reports a product that ends during its start at once, with its output', {
  timeout: 60_000,
}, async () => {
  const product = await createOwnProduct({ environment: { PAYMENTS: 'nobody' } });
  try {
    await expect(product.start()).rejects.toThrow(/^the product ended while starting: .*PAYMENTS/s);
  } finally {
    await product.remove();
  }
});

test('a chaos member rests in proportion to the response time, up to a limit', () => {
  const [quick, slow, stuck] = [5, 500, 60_000].map(pauseAfter);
  expect(quick).toBe(pauseAfter(0));
  expect(slow).toBeGreaterThan(8 * (quick ?? 0));
  expect(stuck).toBe(10_000);
});
