import { expect, it } from 'vitest';
import { getChatJoinToken } from '#contract/chat/session-calls.ts';
import { logIn, register } from '#contract/member/account/account-calls.ts';
import { listPerformers } from '#contract/performers/directory/directory-calls.ts';
import type { GeoLocation } from '#contract/safety/geo.ts';
import { openPayment } from '#contract/wallet/purchase-calls.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { callApp } from '#server/testing/test-app.ts';

const server = startTestApp({ change: () => ({ geo: { locationOf: () => place } }) });
let place: GeoLocation;

const account = { email: 'served@example.com', password: 'Plein-1617' };

it.each([
  [{ country: 'SE', region: null }, 'badRequest.forbidden'],
  [{ country: 'US', region: 'TX' }, 'badRequest.forbidden'],
  [{ country: 'US', region: 'NY' }, 'badRequest.performer.notExists'],
  [{ country: null, region: null }, 'badRequest.performer.notExists'],
])('answers a join from %j with %s', async (from, label) => {
  place = from;
  await expect(callApp(server, getChatJoinToken, { performer: 'Nobody' })).rejects.toMatchObject({ label });
});

it('refuses registration and purchases to geo-blocked visitors, but not leaving and reading', async () => {
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
