import { expect, test } from 'vitest';
import { replacedProblem } from '../../port/http.ts';
import { readRefusal, refusalOf } from './refusal.ts';

test.each([
  [401, 'publish.unauthorized', true],
  [403, 'publish.unauthorized', true],
  [404, 'publish.missing', true],
  [410, 'publish.missing', false],
  [409, 'publish.occupied', true],
  [422, 'publish.format', false],
  [429, 'publish.full', true],
  [502, 'publish.unreachable', true],
  [503, 'publish.full', true],
])('status %s means %s, retry: %s', (status, trouble, retry) => {
  expect(refusalOf(status, null, 0)).toMatchObject({ trouble, retry, retryAfterMs: null });
});

test('keeps Retry-After', () => {
  expect(refusalOf(503, '30', 0).retryAfterMs).toBe(30_000);
});

test('a publisher that another one has replaced does not retry', async () => {
  const refused = (type: string) => readRefusal(Response.json({ type, status: 409 }, { status: 409 }));
  expect(await refused(replacedProblem)).toMatchObject({ trouble: 'publish.replaced', retry: false });
  expect(await refused('about:blank')).toMatchObject({ trouble: 'publish.occupied', retry: true });
});
