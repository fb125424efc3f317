import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aMember } from '#server/testing/people.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { endSessions, readSession, SESSION_SECONDS } from './sessions.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

describe('a session token that was found genuine before', () => {
  it('names its session again', async () => {
    const anna = await aMember(test);
    const first = await readSession(test.deps, anna.token);
    expect(first).toMatchObject({ kind: 'member', memberId: anna.id });
    expect(await readSession(test.deps, anna.token)).toEqual(first);
  });

  it('names nothing once its session has ended', async () => {
    const anna = await aMember(test);
    expect(await readSession(test.deps, anna.token)).not.toBeNull();
    await endSessions(test.deps.db, { memberId: anna.id }, test.clock.now());
    expect(await readSession(test.deps, anna.token)).toBeNull();
  });

  it('names nothing to a product with another secret', async () => {
    const anna = await aMember(test);
    expect(await readSession(test.deps, anna.token)).not.toBeNull();
    const config = { ...test.deps.config, secret: 'another secret that is long enough for it' };
    expect(await readSession({ ...test.deps, config }, anna.token)).toBeNull();
  });

  it('names nothing from the second on in which it expires', async () => {
    const anna = await aMember(test);
    expect(await readSession(test.deps, anna.token)).not.toBeNull();
    test.clock.advance(SESSION_SECONDS * 1000);
    expect(await readSession(test.deps, anna.token)).toBeNull();
  });
});
