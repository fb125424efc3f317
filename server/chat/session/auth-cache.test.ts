import { expect, it } from 'vitest';
import { AUTH_SECONDS } from '#contract/chat/session.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { aJoinedChat } from '#server/testing/viewer.ts';
import { countCachedAuths } from './auth-cache.ts';
import { keepAlive } from './beats/keep-alive.ts';

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
