import { hash } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { pathOf } from '#contract/endpoint.ts';
import { logIn, register } from '#contract/member/account/account-calls.ts';
import { studioLogin } from '#contract/studio/studio-calls.ts';
import { readConfig } from '#server/config/config.ts';
import { type EventName, type Events, noEvents } from '#server/events.ts';
import { members } from '#server/member/tables.ts';
import { performers } from '#server/performers/tables.ts';
import { makeMember, makePerformer } from '#server/testing/make.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { callApp, variantOf } from '#server/testing/test-app.ts';
import { createPasswords, hashPassword } from './passwords.ts';

const password = 'Plein-16';
/** The library's number, which it exports as a type only. */
const ARGON2I = 1;
const cheap = { memoryCost: 7168, timeCost: 1, parallelism: 1 };
const dear = { memoryCost: 9216, timeCost: 4, parallelism: 1 };
const passwordsWith = (change: Partial<Parameters<typeof createPasswords>[0]>, events: Events = noEvents) =>
  createPasswords({ cost: cheap, atOnce: 2, waiting: 60, ...change }, events);

describe('a hash', () => {
  it('is Argon2id with the configured cost, which it contains', async () => {
    expect(await passwordsWith({ cost: dear }).hash(password)).toMatch(/^\$argon2id\$v=19\$m=9216,t=4,p=1\$/);
    expect(readConfig({}).passwords).toEqual({
      cost: { memoryCost: 19_456, timeCost: 2, parallelism: 1 },
      atOnce: 2,
      waiting: 60,
    });
  });

  it('matches only its password, at any cost', async () => {
    const stored = await hashPassword(password, cheap);
    const passwords = passwordsWith({ cost: dear });
    expect(await passwords.check(stored, password)).toBe(true);
    expect(await passwords.check(stored, 'Plein-17')).toBe(false);
    for (const none of [null, undefined, '', 'none'])
      for (const one of [password, 'no account has this password'])
        expect(await passwords.check(none, one)).toBe(false);
  });

  it('is of the password in one Unicode form, and older hashes still match', async () => {
    const passwords = passwordsWith({});
    const [composed, apart] = ['Caf\u00e9-1906', 'Cafe\u0301-1906'];
    const stored = await passwords.hash(apart);
    expect(await passwords.check(stored, composed)).toBe(true);
    expect(await passwords.check(stored, apart)).toBe(true);
    const before = await hash(apart, cheap);
    expect(await passwords.check(before, apart)).toBe(true);
    expect(await passwords.check(stored, 'Cafe-1906')).toBe(false);
  });

  it.each([
    ['of less memory', { ...dear, memoryCost: 7168 }, true],
    ['of fewer passes', { ...dear, timeCost: 3 }, true],
    ['of the same cost', dear, false],
    ['that took more', { ...dear, timeCost: 5 }, false],
  ])('%s is outdated or not', async (_, cost, expected) => {
    expect(passwordsWith({ cost: dear }).isOutdated(await hashPassword(password, cost))).toBe(expected);
  });

  it('of another algorithm, on fewer lanes, or of an unknown kind is outdated', async () => {
    const passwords = passwordsWith({ cost: dear });
    expect(passwords.isOutdated(await hash(password, { ...dear, algorithm: ARGON2I }))).toBe(true);
    const wide = passwordsWith({ cost: { ...dear, parallelism: 2 } });
    expect(wide.isOutdated(await hashPassword(password, dear))).toBe(true);
    for (const none of ['none', '']) expect(passwords.isOutdated(none)).toBe(true);
  });

  it.each([
    [{ PASSWORD_MEMORY_KIB: '7168', PASSWORD_PASSES: '4' }, 'weaker than OWASP'],
    [{ PASSWORD_MEMORY_KIB: '1024' }, 'PASSWORD_MEMORY_KIB'],
    [{ PASSWORD_HASHES: '0' }, 'PASSWORD_HASHES'],
  ])('refuses the configuration %j', (environment, message) => {
    expect(() => readConfig(environment)).toThrow(message);
  });
});

describe('a flood of logins', () => {
  const server = startTestApp();

  it('runs and queues a limited number of hashes, and refuses the others at once', async () => {
    const logged: EventName[] = [];
    const passwords = passwordsWith({ atOnce: 2, waiting: 3 }, { record: (name) => logged.push(name) });
    const tries = Array.from({ length: 20 }, () => passwords.check(null, password));
    const results = await Promise.allSettled(tries);
    const refused = results.filter(({ status }) => status === 'rejected');
    expect(results.slice(0, 5)).toEqual(Array(5).fill({ status: 'fulfilled', value: false }));
    expect(refused).toHaveLength(15);
    expect(logged).toEqual(Array(15).fill('password.queue-full'));
    expect(await passwords.check(null, password)).toBe(false);
  });

  it('gets a response with a retry time', async () => {
    const passwords = passwordsWith({ atOnce: 1, waiting: 0 });
    // Checks while another hash is running, whenever the request arrives.
    const busy = (): Promise<boolean> => {
      void passwords.hash('another').catch(() => undefined);
      return passwords.check(null, password);
    };
    const flooded = variantOf(server, { passwords: { ...passwords, check: busy } });
    const answer = await flooded.app.request(pathOf(logIn), {
      method: 'POST',
      headers: { 'api-key': server.deps.config.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'nobody@example.com', password }),
    });
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(await answer.json()).toEqual({ label: 'UNAVAILABLE' });
  });

  it('does not affect a registration: the same form is accepted a moment later', async () => {
    const passwords = passwordsWith({ atOnce: 1, waiting: 0 });
    const hash = (one: string): Promise<string> => {
      void passwords.hash('another').catch(() => undefined);
      return passwords.hash(one);
    };
    const flooded = variantOf(server, { passwords: { ...passwords, hash } });
    const input = { email: 'anna@example.com', password };
    await expect(callApp(flooded, register, input)).rejects.toMatchObject({ label: 'UNAVAILABLE' });
    expect(await callApp(server, register, input)).toBe(true);
  });
});

describe('after raising the cost', () => {
  const server = startTestApp({ change: () => ({ passwords: passwordsWith({ cost: dear }) }) });
  const hashOf = async (id: number) =>
    (await server.deps.db.select().from(members)).find((row) => row.id === id)?.passwordHash;

  it('a successful login stores a hash of the new cost once; a failed one stores nothing', async () => {
    const before = await hashPassword(password, cheap);
    const id = await makeMember(server.deps, { email: 'bram@example.com', passwordHash: before });
    const login = { username: 'bram@example.com', password };
    await expect(callApp(server, logIn, { ...login, password: 'Wrong-16' })).rejects.toThrow();
    expect(await hashOf(id)).toBe(before);
    await callApp(server, logIn, login);
    const renewed = await hashOf(id);
    expect(renewed).toMatch(/^\$argon2id\$v=19\$m=9216,t=4,p=1\$/);
    await callApp(server, logIn, login);
    expect(await hashOf(id)).toBe(renewed);
  });

  it('a login is not refused if there is no room for the new hash', async () => {
    const id = await makeMember(server.deps, {
      email: 'cato@example.com',
      passwordHash: await hashPassword(password, cheap),
    });
    const full = {
      ...server.deps.passwords,
      hash: () => Promise.reject(new Error('no room')),
    };
    await callApp(variantOf(server, { passwords: full }), logIn, { username: 'cato@example.com', password });
    expect(await hashOf(id)).toContain('m=7168');
  });

  it('a performer’s login stores one, too', async () => {
    const id = await makePerformer(server.deps, {
      username: 'Vera',
      passwordHash: await hashPassword(password, cheap),
    });
    await callApp(server, studioLogin, { username: 'Vera', password });
    const rows = await server.deps.db.select().from(performers);
    expect(rows.find((row) => row.id === id)?.passwordHash).toContain('m=9216,t=4');
  });
});
