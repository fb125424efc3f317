import { beforeEach, expect, it, vi } from 'vitest';
import { aPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { inMemoryBrowser } from '../testing/transport.ts';
import { $reportReceipt, reportForm, reportTarget } from './report.ts';

const server = startTestApp();

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
])('on %s reports %j', (pathname, target) => {
  expect(reportTarget({ pathname })).toEqual(target);
});

it('is sent and returns its number', async () => {
  expect(await reportForm.submit(values)).toBe(true);
  expect($reportReceipt.get()?.number).toMatch(/^\w{5}-\w{5}$/);
});

it.each([
  [{ reason: '' }, { reason: 'report.choose', email: 'report.emailWrong' }],
  [{ reason: 'fraud' }, { email: 'report.emailWrong' }],
  [{ email: 'nobody' }, { email: 'report.emailWrong' }],
  [{ details: 'x'.repeat(2001) }, { details: 'report.tooLong' }],
])('refuses %j before sending', async (change, fields) => {
  expect(await reportForm.submit({ ...values, ...change })).toBe(false);
  expect(reportForm.$state.get()).toMatchObject({ label: null, fields });
});
