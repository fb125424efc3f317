import { afterAll, beforeAll, expect, it } from 'vitest';
import { getChatJoinToken } from '#contract/chat/session-calls.ts';
import { logIn, register } from '#contract/member/account-calls.ts';
import { listPerformers } from '#contract/performers/directory-calls.ts';
import type { GeoLocation } from '#contract/safety/geo.ts';
import { openPayment } from '#contract/wallet/purchase-calls.ts';
import { callApp, createTestApp, type TestApp } from '#server/testing/test-app.ts';

let server: TestApp;
let place: GeoLocation;

beforeAll(async () => {
  server = await createTestApp({ change: () => ({ geo: { locationOf: () => place } }) });
});
afterAll(() => server.close());

const account = { email: 'served@example.com', password: 'Plein-1617' };

it.each([
  [{ country: 'SE', region: null }, 'badRequest.forbidden'],
  [{ country: 'US', region: 'TX' }, 'badRequest.forbidden'],
  [{ country: 'US', region: 'NY' }, 'badRequest.performer.notExists'],
  [{ country: null, region: null }, 'badRequest.performer.notExists'],
])('joining a chat from %j answers %s', async (from, label) => {
  place = from;
  await expect(callApp(server, getChatJoinToken, { performer: 'Nobody' })).rejects.toMatchObject({ label });
});

it('registering and buying are refused where the site is not served, leaving and reading are not', async () => {
  place = { country: null, region: null };
  await callApp(server, register, account);
  place = { country: 'GB', region: null };
  const other = { ...account, email: 'other@example.com' };
  await expect(callApp(server, register, other)).rejects.toMatchObject({ label: 'badRequest.forbidden' });
  const basket = {
    bundle: 'b',
    paymentMethod: '10',
    returnUrl: '/',
    device: 'desktop',
    consent: true,
    requestKey: crypto.randomUUID(),
  } as const;
  await expect(callApp(server, openPayment, basket)).rejects.toMatchObject({ label: 'badRequest.forbidden' });
  await callApp(server, logIn, { username: account.email, password: account.password });
  await callApp(server, listPerformers, { pagination: { page: 1 } });
});
