import { expect, test, vi } from 'vitest';
import { overHttp } from '../../testing/transport.ts';
import { readCategories } from './read-lists.ts';

vi.mock('../../../content/brand/index.ts', async (original) => {
  const { brand } = await original<typeof import('../../../content/brand/index.ts')>();
  return { brand: { ...brand, features: { ...brand.features, categories: false } } };
});

test('P1.6 a brand without categories has none in its bar, and makes no call', async () => {
  const transport = overHttp(() => expect.unreachable('asked for categories'));
  expect(await readCategories({ transport, locale: 'nl' })).toEqual([]);
});
