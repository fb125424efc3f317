import { expect, test } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { overHttp } from '../../testing/transport.ts';
import { findCategory } from './find-category.ts';

const answering = (status: number, body: unknown) => ({
  transport: overHttp(() => Response.json(body, { status })),
  locale: 'nl' as const,
});

test('a slug nobody wrote is no category', async () => {
  expect(await findCategory('nothing', answering(404, { label: 'badRequest.notFound' }))).toBeNull();
});

test.each([undefined, 'talk/more'])('the path %j is not asked for', async (slug) => {
  const transport = overHttp(() => {
    throw new Error('asked');
  });
  expect(await findCategory(slug, { transport, locale: 'nl' })).toBeNull();
});

test('a category is not called unknown while the API is away', async () => {
  const away = answering(503, { label: 'UNAVAILABLE' });
  await expect(findCategory('talk', away)).rejects.toEqual(new AppError('UNAVAILABLE'));
});
