import { expect, test } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { overHttp } from '../../testing/transport.ts';
import { findCategory } from './find-category.ts';

const answering = (status: number, body: unknown) => ({
  transport: overHttp(() => Response.json(body, { status })),
  locale: 'nl' as const,
});

test('P2.8 returns null for an unknown slug', async () => {
  expect(await findCategory('nothing', answering(404, { label: 'badRequest.notFound' }))).toBeNull();
});

test.each([undefined, 'talk/more'])('does not request the path %j', async (slug) => {
  const transport = overHttp(() => {
    throw new Error('asked');
  });
  expect(await findCategory(slug, { transport, locale: 'nl' })).toBeNull();
});

test('does not report a category as unknown while the API is unreachable', async () => {
  const away = answering(503, { label: 'UNAVAILABLE' });
  await expect(findCategory('talk', away)).rejects.toEqual(new AppError('UNAVAILABLE'));
});
