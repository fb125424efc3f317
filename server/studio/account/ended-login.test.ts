import { expect, it } from 'vitest';
import { onlineStatus } from '#contract/performers/status.ts';
import {
  changeStudioPassword,
  endOtherStudioSessions,
  readEndedLogin,
  redeemStudioLink,
  studioLogOut,
} from '#contract/studio/account/account-calls.ts';
import { studioLogin } from '#contract/studio/studio-calls.ts';
import { streamRoom } from '#server/media/rooms.ts';
import { storeStatus } from '#server/performers/profile/store-status.ts';
import { endLogins } from '#server/performers/whip-key/keys.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, variantOf } from '#server/testing/test-app.ts';
import { addedPerformer, operator, studioPassword } from './testing.ts';

const test = startTestApp();
const unused = ['Amelie', 'Bianca', 'Carmen', 'Daphne', 'Esther', 'Fenna'];
type Headers = Record<string, string>;

async function withTwoLogins() {
  const { key, id, username } = await addedPerformer(test, unused.shift() ?? '');
  const here = await callApp(test, redeemStudioLink, { key, newPassword: studioPassword });
  const there = await callApp(test, studioLogin, { username, password: studioPassword });
  return { id, username, here: bearer(here.token), there: bearer(there.token) };
}
const read = async (headers: Headers) => (await callApp(test, readEndedLogin, {}, headers)).ended;
const nowhere = { wasLive: false, isLive: false, receiving: false };

it('says that another login or a new password ended it, and when', async () => {
  const vera = await withTwoLogins();
  expect(await read(vera.here)).toBeNull();
  await callApp(test, endOtherStudioSessions, {}, vera.there);
  const at = test.clock.now().toISOString();
  expect(await read(vera.here)).toEqual({ why: 'elsewhere', at, ...nowhere });
  const lena = await withTwoLogins();
  const change = { password: studioPassword, newPassword: 'Gracht-17' };
  await callApp(test, changeStudioPassword, change, lena.there);
  expect(await read(lena.here)).toMatchObject({ why: 'password' });
});

it('says that the operator ended it, or that it expired', async () => {
  const vera = await withTwoLogins();
  await endLogins(test.deps, operator, { performerId: vera.id, revokeWhipKey: false });
  expect(await read(vera.here)).toMatchObject({ why: 'operator' });
  const lena = await withTwoLogins();
  const { sessionIdleMs } = test.deps.config;
  const idle = variantOf(test, {
    config: { ...test.deps.config, sessionIdleMs: { ...sessionIdleMs, performer: 3_600_000 } },
  });
  const { token } = await callApp(idle, studioLogin, { username: lena.username, password: studioPassword });
  test.clock.advance(3_600_000);
  expect(await read(bearer(token))).toMatchObject({ why: 'expired', wasLive: false });
});

it('says nothing about her own logout, and nothing to strangers', async () => {
  const vera = await withTwoLogins();
  await callApp(test, studioLogOut, {}, vera.here);
  expect(await read(vera.here)).toBeNull();
  expect(await read({})).toBeNull();
  expect(await read(bearer('made.up.token'))).toBeNull();
});

it('says what happened to the broadcast', async () => {
  const { id, here, there } = await withTwoLogins();
  test.media.publish(streamRoom(id));
  await storeStatus(test.deps, id, onlineStatus.online);
  await callApp(test, endOtherStudioSessions, {}, there);
  expect(await read(here)).toMatchObject({ wasLive: true, isLive: true, receiving: true });
  await storeStatus(test.deps, id, onlineStatus.offline);
  expect(await read(here)).toMatchObject({ wasLive: true, isLive: false });
});
