import { expect, test } from 'vitest';
import { ask, reduced } from '../support/ask.ts';

const paths = ['/talk', '/en/talk?p=77', '/no-such-category'];

const answersAt = (origin = '') =>
  Promise.all(
    paths.map(async (path) => {
      const { status, headers } = await ask(origin + path);
      return [path, status, headers.get('location')];
    }),
  );

test('P1.6 a category page redirects home if the brand has no categories', async () => {
  expect(await answersAt()).toEqual([
    ['/talk', 200, null],
    ['/en/talk?p=77', 200, null],
    ['/no-such-category', 404, null],
  ]);
  expect(await answersAt(reduced)).toEqual([
    ['/talk', 302, '/'],
    ['/en/talk?p=77', 302, '/en?p=77'],
    ['/no-such-category', 404, null],
  ]);
});
