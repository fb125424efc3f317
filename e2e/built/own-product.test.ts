import { expect, test } from 'vitest';
import { pauseAfter } from '../support/chaos/chaos.ts';
import { createOwnProduct } from '../support/product.ts';

test('a product that ends while it starts is told at once, in its own words', {
  timeout: 60_000,
}, async () => {
  const product = await createOwnProduct({ environment: { PAYMENTS: 'nobody' } });
  try {
    await expect(product.start()).rejects.toThrow(/^the product ended while starting: .*PAYMENTS/s);
  } finally {
    await product.remove();
  }
});

test('a member of the chaos rests the longer the slower the product is, and never for long', () => {
  const [quick, slow, stuck] = [5, 500, 60_000].map(pauseAfter);
  expect(quick).toBe(pauseAfter(0));
  expect(slow).toBeGreaterThan(8 * (quick ?? 0));
  expect(stuck).toBe(10_000);
});
