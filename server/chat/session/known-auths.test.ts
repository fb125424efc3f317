import { afterAll, beforeAll, expect, it } from 'vitest';
import { AUTH_SECONDS } from '#contract/chat/session.ts';
import { aMember, aPerformer } from '#server/testing/people.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { join } from '#server/testing/viewer.ts';
import { keepAlive } from './keep-alive.ts';
import { knownAuths } from './known-auths.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

it('remembers the auths that are valid, not those of all beats there have been', async () => {
  const [anna, vera] = [await aMember(test, 500), await aPerformer(test)];
  const { auth } = await join(test, anna.caller, vera);
  let latest = auth();
  for (let beat = 0; beat < 40; beat += 1) {
    test.clock.advance(1000);
    latest = (await keepAlive(test.deps, anna.caller, { auth: latest })).auth;
  }
  expect(knownAuths(test.deps)).toBe(AUTH_SECONDS);
});
