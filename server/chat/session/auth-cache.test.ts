import { expect, it } from 'vitest';
import { AUTH_SECONDS } from '#contract/chat/session.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { aJoinedChat } from '#server/testing/viewer.ts';
import { countCachedAuths } from './auth-cache.ts';
import { keepAlive } from './beats/keep-alive.ts';
import { mediaMsAfter } from './delivery.ts';

const test = startTestApp();

it('remembers only valid auths, not one for every keep-alive', async () => {
  const {
    anna,
    chat: { auth },
  } = await aJoinedChat(test, 500);
  let latest = auth();
  for (let beat = 0; beat < 40; beat += 1) {
    test.clock.advance(1000);
    latest = (await keepAlive(test.deps, anna.caller, { auth: latest })).auth;
  }
  expect(countCachedAuths(test.deps)).toBe(AUTH_SECONDS);
});

const now = new Date('2026-11-20T12:00:00Z');
const viewer = (deliveredMs: number, agoMs = 100) => ({
  connected: true,
  packetsOut: 1,
  deliveredMs,
  lastMediaAt: now.getTime() - agoMs,
});

it.each([
  ['moves on with the media server', viewer(12_000), 12_000],
  ['stays without a viewer there', null, 10_000],
  ['stays if this process lags behind', viewer(9000), 10_000],
  ['stays if this process was frozen', viewer(2000, 8000), 10_000],
  ['starts again with a media server that began anew', viewer(500), 500],
])('the count of media %s', (_, state, expected) => {
  expect(mediaMsAfter({ mediaMs: 10_000 }, state, now)).toBe(expected);
});
