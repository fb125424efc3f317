import { beforeAll, expect, it } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { makePerformer } from '#server/testing/make.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { overHttp } from '../../testing/transport.ts';
import { findCategory, searchPerformers, typedIn } from './find.ts';

const test = startTestApp({ environment: { DATA_DIR: 'node_modules/.cache/vonk/test-pictures' } });
beforeAll(async () => {
  for (const username of ['Femke', 'Femmetje', 'Bo']) await makePerformer(test.deps, { username });
  await makePerformer(test.deps, { username: 'Ferry', gender: 'male' });
});

const transport = overHttp((request) => test.app.request(request));
const search = async (typed: string) => {
  const { exact, cards } = await searchPerformers(typed, { transport, locale: 'nl' });
  return { exact, names: cards.map(({ username }) => username).sort() };
};

it.each([
  ['a whole name in any case is that performer', 'femKE', 'Femke', []],
  ['the first letters find everyone who starts so', 'fem', null, ['Femke', 'Femmetje']],
  ['every gender is found', 'fer', null, ['Ferry']],
  ['two letters are a name, not a beginning', 'bo', 'Bo', []],
  ['two letters of longer names find nobody', 'fe', null, []],
  ['a name nobody has finds nobody', 'zzzz', null, []],
])('%s', async (_, typed, exact, names) => {
  expect(await search(typed)).toEqual({ exact, names });
});

it.each([
  ['fe', true],
  ['zzzz', false],
])('reports whether "%s" was too short for a prefix search', async (typed, isShort) => {
  expect(await searchPerformers(typed, { transport, locale: 'nl' })).toMatchObject({ cards: [], isShort });
});

it.each([
  ['username=%20Noor%20', 'Noor'],
  ['', ''],
  [`username=${'x'.repeat(80)}`, 'x'.repeat(64)],
])('the address "%s" searches for "%s"', (query, typed) => {
  expect(typedIn(new URLSearchParams(query))).toBe(typed);
});

const answering = (status: number, body: unknown) => ({
  transport: overHttp(() => Response.json(body, { status })),
  locale: 'nl' as const,
});

it('P2.8 returns null for an unknown slug', async () => {
  expect(await findCategory('nothing', answering(404, { label: 'badRequest.notFound' }))).toBeNull();
});

it.each([undefined, 'talk/more'])('does not request the path %j', async (slug) => {
  const transport = overHttp(() => {
    throw new Error('asked');
  });
  expect(await findCategory(slug, { transport, locale: 'nl' })).toBeNull();
});

it('does not report a category as unknown while the API is unreachable', async () => {
  const away = answering(503, { label: 'UNAVAILABLE' });
  await expect(findCategory('talk', away)).rejects.toEqual(new AppError('UNAVAILABLE'));
});
