import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import type { LimitName, Limits } from '#server/ports/limits.ts';
import { testRequest } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { countAttempt, DEVICE_SECONDS, deviceToken, knownDevice } from './devices.ts';
import type { SessionOwner } from './sessions.ts';

let time = Date.parse('2026-11-20T12:00:00Z');
const config = readConfig({});
const test = startTestApp();
const deps = {
  config,
  get db() {
    return test.deps.db;
  },
  newId: () => randomUUID(),
  now: () => new Date(time),
};
const member = (memberId: number): SessionOwner => ({ kind: 'member', memberId });
const vera: SessionOwner = { kind: 'performer', performerId: 1 };

describe('the device cookie', () => {
  it('makes the browser known to that account only, not to a performer of the same number', async () => {
    const cookie = await deviceToken(deps, undefined, member(1));
    expect(await knownDevice(deps, cookie, member(1))).toMatch(/^[0-9a-f-]{36}$/);
    expect(await knownDevice(deps, cookie, member(2))).toBeNull();
    expect(await knownDevice(deps, cookie, vera)).toBeNull();
    const hers = await deviceToken(deps, undefined, vera);
    expect(await knownDevice(deps, hers, vera)).not.toBeNull();
    expect(await knownDevice(deps, hers, { kind: 'performer', performerId: 2 })).toBeNull();
  });

  it('keeps earlier accounts and renews this one', async () => {
    const first = await deviceToken(deps, undefined, member(1));
    const both = await deviceToken(deps, first, vera);
    const again = await deviceToken(deps, both, member(1));
    expect(await knownDevice(deps, both, member(1))).toBe(await knownDevice(deps, first, member(1)));
    expect(await knownDevice(deps, again, vera)).toBe(await knownDevice(deps, both, vera));
    expect(await knownDevice(deps, again, member(1))).not.toBe(await knownDevice(deps, first, member(1)));
  });

  it('holds at most four accounts, each once; the earliest is forgotten', async () => {
    let cookie: string | undefined;
    for (const id of [1, 2, 3, 4, 4, 5]) cookie = await deviceToken(deps, cookie, member(id));
    const claims = Buffer.from(cookie?.split('.')[1] ?? '', 'base64url').toString();
    expect(JSON.parse(claims).known).toHaveLength(4);
    const known = await Promise.all([1, 2, 3, 4, 5].map((id) => knownDevice(deps, cookie, member(id))));
    expect(known.map((id) => id !== null)).toEqual([false, true, true, true, true]);
  });

  it('is ignored if it is missing, forged, signed with another secret, or a year old', async () => {
    const cookie = await deviceToken(deps, undefined, member(1));
    const others = { ...deps, config: { ...config, secret: 'another secret that is long enough for it' } };
    for (const none of [undefined, '', 'forged']) expect(await knownDevice(deps, none, member(1))).toBeNull();
    expect(await knownDevice(others, cookie, member(1))).toBeNull();
    time += (DEVICE_SECONDS - 1) * 1000;
    expect(await knownDevice(deps, cookie, member(1))).not.toBeNull();
    time += 1000;
    expect(await knownDevice(deps, cookie, member(1))).toBeNull();
  });

  it('does not reveal its account', async () => {
    const cookie = await deviceToken(deps, undefined, member(4711));
    const claims = Buffer.from(cookie.split('.')[1] ?? '', 'base64url').toString();
    const { known } = JSON.parse(claims) as { known: { account: string }[] };
    expect(known).toEqual([{ account: expect.stringMatching(/^[\w-]{43}$/), id: expect.any(String) }]);
  });
});

describe('a login attempt', () => {
  const counted = async (device: string | undefined, owner: SessionOwner | null) => {
    const acts: [string, LimitName, string][] = [];
    const limits: Limits = {
      take: async (name, key) => void acts.push(['take', name, key]),
      clear: async (name, key) => void acts.push(['clear', name, key]),
    };
    const request = { ...testRequest, clientIp: '2001:db8:1:2::6', device };
    const clear = await countAttempt(
      { ...deps, limits },
      { kind: 'guest', guestId: 'g', request },
      { account: 'anna', owner },
    );
    const taken = acts.splice(0);
    await clear();
    return { taken, cleared: acts };
  };

  it.each([
    ['a stranger to the account', undefined, member(1)],
    ['an account that does not exist', undefined, null],
  ] as const)('from %s counts for account and network, and for the account', async (_, device, owner) => {
    const { taken, cleared } = await counted(device, owner);
    const counts = [
      ['login-account', '2001:db8:1:2::/64 anna'],
      ['login-account-wide', 'anna'],
    ];
    expect(taken).toEqual(counts.map((count) => ['take', ...count]));
    expect(cleared).toEqual(counts.map((count) => ['clear', ...count]));
  });

  it('from a known browser counts only for that browser', async () => {
    const cookie = await deviceToken(deps, undefined, member(1));
    const id = await knownDevice(deps, cookie, member(1));
    const { taken, cleared } = await counted(cookie, member(1));
    expect(taken).toEqual([['take', 'login-account', `device ${id}`]]);
    expect(cleared).toEqual([['clear', 'login-account', `device ${id}`]]);
    expect((await counted(cookie, member(2))).taken).toHaveLength(2);
    expect((await counted(cookie, null)).taken).toHaveLength(2);
  });
});
