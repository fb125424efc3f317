import { describe, expect, it } from 'vitest';
import { aMember, anOperator, aPerformer, testRequest } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { endedAmong, noteUsed, openSessionsOf, readSession } from './sessions.ts';

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 24 * 3_600_000];

describe('a login that is not used', () => {
  const test = startTestApp({
    environment: { MEMBER_IDLE_DAYS: '7', STUDIO_IDLE_HOURS: '12', DESK_IDLE_MINUTES: '30' },
  });
  const logins = {
    member: async () => {
      const { id, token } = await aMember(test);
      return { token, owner: { memberId: id } };
    },
    performer: async () => {
      const { id, token } = await aPerformer(test);
      return { token, owner: { performerId: id } };
    },
  };

  it.each([
    ['member', 7 * DAY, 30 * DAY],
    ['performer', 12 * HOUR, 30 * DAY],
  ] as const)('ends: of a %s after %d ms, and a used one after %d ms', async (kind, idle, longest) => {
    const unused = await logins[kind]();
    test.clock.advance(idle - 1);
    expect(await readSession(test.deps, unused.token)).toMatchObject({ kind });
    const [row] = await openSessionsOf(test.deps, unused.owner);
    test.clock.advance(idle);
    expect(await readSession(test.deps, unused.token)).toBeNull();
    expect(await openSessionsOf(test.deps, unused.owner)).toEqual([]);
    expect(await endedAmong(test.deps, [row?.id ?? ''])).toEqual([row?.id]);
    await noteUsed(test.deps, [row?.id ?? '']);
    expect(await readSession(test.deps, unused.token)).toBeNull();

    const used = await logins[kind]();
    const step = idle * 0.9;
    for (let passed = step; passed < longest; passed += step) {
      test.clock.advance(step);
      expect(await readSession(test.deps, used.token), `after ${passed} ms`).not.toBeNull();
    }
    test.clock.advance(step);
    expect(await readSession(test.deps, used.token)).toBeNull();
  });

  it('is locked: of an operator after 30 minutes, and ended after 8 hours', async () => {
    const { id, token, device } = await anOperator(test);
    const request = { ...testRequest, deskDevice: device };
    const read = () => readSession(test.deps, token, request);
    test.clock.advance(30 * MINUTE - 1);
    expect(await read()).toMatchObject({ kind: 'operator', isLocked: false });
    test.clock.advance(30 * MINUTE);
    expect(await read()).toMatchObject({ kind: 'operator', isLocked: true });
    expect(await read()).toMatchObject({ isLocked: true });
    expect(await openSessionsOf(test.deps, { operatorId: id })).toHaveLength(1);
    test.clock.advance(7 * HOUR);
    expect(await read()).toBeNull();
  });
});
