import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { aPerformer } from '#server/testing/people.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { inMemoryBrowser } from '../testing/in-memory.ts';
import { $receiptNumber, reportForm, reportTarget } from './report.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.close());

const values = { reason: 'minor', details: 'look', email: '' };
let username: string;
beforeEach(async () => {
  ({ username } = await aPerformer(server));
  vi.stubGlobal('fetch', inMemoryBrowser(server.app).fetch);
  vi.stubGlobal('location', new URL(`http://localhost:4321/en/profile/${username}`));
  reportForm.reset();
});

it.each([
  ['/stream/Vera', { performer: 'Vera', place: 'stream' }],
  ['/en/profile/Vera%20B', { performer: 'Vera B', place: 'profile' }],
  ['/en', null],
  ['/profile', null],
])('on %s is about %j', (pathname, target) => {
  expect(reportTarget({ pathname })).toEqual(target);
});

it('is sent and answered with its number', async () => {
  expect(await reportForm.submit(values)).toBe(true);
  expect($receiptNumber.get()).toMatch(/^\w{5}-\w{5}$/);
});

it.each([
  [{ reason: '' }, { reason: 'report.choose', email: 'report.emailWrong' }],
  [{ reason: 'fraud' }, { email: 'report.emailWrong' }],
  [{ email: 'nobody' }, { email: 'report.emailWrong' }],
  [{ details: 'x'.repeat(2001) }, { details: 'report.tooLong' }],
])('is refused with %j before it is sent', async (change, fields) => {
  expect(await reportForm.submit({ ...values, ...change })).toBe(false);
  expect(reportForm.$state.get()).toMatchObject({ label: null, fields });
});
