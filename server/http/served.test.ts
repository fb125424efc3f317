import { afterAll, beforeAll, expect, it } from 'vitest';
import { getChatJoinToken } from '#contract/chat/calls.ts';
import { logIn, register } from '#contract/member/calls.ts';
import { listPerformers } from '#contract/performers/calls.ts';
import type { Place } from '#contract/safety/geo.ts';
import { openPayment } from '#contract/wallet/calls.ts';
import { callApp, createTestApp, type TestApp } from '#server/testing/test-app.ts';

let server: TestApp;
let place: Place;

beforeAll(async () => {
  server = await createTestApp({ change: () => ({ geo: { placeOf: () => place } }) });
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
    returnUrl: 'home',
    device: 'desktop',
    consent: true,
    requestKey: crypto.randomUUID(),
  } as const;
  await expect(callApp(server, openPayment, basket)).rejects.toMatchObject({ label: 'badRequest.forbidden' });
  await callApp(server, logIn, { username: account.email, password: account.password });
  await callApp(server, listPerformers, {});
});
