import { describe, expect, it } from 'vitest';
import {
  deskLogin,
  deskLogOut,
  listDeskSessions,
  readDeskAccount,
} from '#contract/desk/account/account-calls.ts';
import * as confirm from '#contract/desk/account/confirm-calls.ts';
import { confirmDesk } from '#contract/desk/account/confirm-calls.ts';
import * as passkeys from '#contract/desk/account/passkey-calls.ts';
import { createLimits } from '#server/calls/limits.ts';
import { operatorCaller, requireDesk } from '#server/identity/caller.ts';
import { codeAt, unsealKey } from '#server/identity/factor/authenticator.ts';
import { operatorByName } from '#server/identity/operators/reads.ts';
import { type SoftwareAuthenticator, softwareAuthenticator } from '#server/member/passkeys/testing.ts';
import { limitRules } from '#server/ports/limits.ts';
import { aMember, testRequest } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { callApp, sessionOf, variantOf } from '#server/testing/test-app.ts';
import { requireFresh } from './fresh.ts';
import { activeModerator, newPassword } from './testing.ts';

const test = startTestApp();
const shell = operatorCaller('root', 'new colleague');
const MINUTES = 60_000;

async function atTheDesk(name: string) {
  const operator = await activeModerator(test, shell, name);
  const row = await operatorByName(test.deps.db, name);
  const login = { operatorId: row?.id ?? 0, sessionId: sessionOf(operator.token) };
  const caller = requireDesk({ ...shell, name, role: 'moderator', login, request: testRequest });
  return { ...operator, caller, isFresh: () => isFresh(caller) };
}

const isFresh = (caller: Parameters<typeof requireFresh>[1]) =>
  requireFresh(test.deps, caller).then(
    () => true,
    (error: Error) => error.message,
  );

async function addPasskey(headers: Record<string, string>): Promise<SoftwareAuthenticator> {
  const key = softwareAuthenticator();
  const { options } = await callApp(test, passkeys.beginDeskPasskey, { password: newPassword }, headers);
  await callApp(test, passkeys.addDeskPasskey, { credential: key.create(options), name: 'key' }, headers);
  return key;
}

const confirmWith = async (key: SoftwareAuthenticator, headers: Record<string, string>) => {
  const { options } = await callApp(test, confirm.beginDeskConfirm, {}, headers);
  return callApp(test, confirm.confirmDeskWithPasskey, { credential: key.get(options) }, headers);
};

describe('an act of value', () => {
  it('needs a login or confirmation of the last five minutes', async () => {
    const anna = await atTheDesk('anna');
    test.clock.advance(5 * MINUTES - 1);
    expect(await anna.isFresh()).toBe(true);
    test.clock.advance(1);
    expect(await anna.isFresh()).toBe('badRequest.desk.confirm');
  });

  it('is possible again after a code, once for each code', async () => {
    const bram = await atTheDesk('bram');
    test.clock.advance(5 * MINUTES);
    const code = bram.code();
    const { until } = await callApp(test, confirmDesk, { code }, bram.headers);
    expect(until).toBe(new Date(test.clock.now().getTime() + 5 * MINUTES).toISOString());
    expect(await bram.isFresh()).toBe(true);
    await expect(callApp(test, confirmDesk, { code }, bram.headers)).rejects.toThrow(
      'badRequest.code.invalid',
    );
  });

  it('is possible again after an own passkey, and not after that of a colleague', async () => {
    const [carla, dirk] = [await atTheDesk('carla'), await atTheDesk('dirk')];
    const [own, other] = [await addPasskey(carla.headers), await addPasskey(dirk.headers)];
    test.clock.advance(5 * MINUTES);
    await expect(confirmWith(other, carla.headers)).rejects.toThrow('badRequest.passkey.invalid');
    expect(await carla.isFresh()).toBe('badRequest.desk.confirm');
    await confirmWith(own, carla.headers);
    expect(await carla.isFresh()).toBe(true);
    expect(await dirk.isFresh()).toBe('badRequest.desk.confirm');
  });

  it('needs no confirmation in the shell, and is for nobody else', async () => {
    expect(await isFresh(shell)).toBe(true);
    expect(await isFresh((await aMember(test)).caller)).toBe('badRequest.unauthorized');
  });

  it('cannot be reached by guessing codes', async () => {
    const emma = await atTheDesk('emma');
    const limited = variantOf(test, { limits: createLimits(null) });
    const labels: string[] = [];
    for (let n = 0; n <= limitRules['login-account'].points; n += 1)
      await callApp(limited, confirmDesk, { code: '000000' }, emma.headers).catch((error) =>
        labels.push(error.label),
      );
    expect(labels[0]).toBe('badRequest.code.invalid');
    expect(labels.at(-1)).toBe('badRequest.tooMany');
  });
});

describe('the desk', () => {
  const read = (headers: Record<string, string>) => callApp(test, readDeskAccount, {}, headers);
  const work = (headers: Record<string, string>) => callApp(test, listDeskSessions, {}, headers);

  it('opens nothing while it is locked, and goes on with a code', async () => {
    const frans = await atTheDesk('frans');
    await callApp(test, confirm.lockDesk, {}, frans.headers);
    await expect(work(frans.headers)).rejects.toThrow('badRequest.desk.locked');
    expect(await read(frans.headers)).toMatchObject({ name: 'frans', isLocked: true });
    test.clock.advance(MINUTES);
    await callApp(test, confirmDesk, { code: frans.code() }, frans.headers);
    expect((await work(frans.headers)).result).toHaveLength(1);
    expect(await read(frans.headers)).toMatchObject({ isLocked: false });
  });

  it('locks itself while nobody uses it, and goes on with a passkey', async () => {
    const idle = { ...test.deps.config.sessionIdleMs, operator: 30 * MINUTES };
    const config = { ...test.deps.config, sessionIdleMs: idle };
    const short = variantOf(test, { config });
    const gerda = await atTheDesk('gerda');
    const key = await addPasskey(gerda.headers);
    test.clock.advance(30 * MINUTES);
    const account = await callApp(short, readDeskAccount, {}, gerda.headers);
    expect(account).toMatchObject({ isLocked: true, idleSeconds: 1800 });
    await expect(callApp(short, listDeskSessions, {}, gerda.headers)).rejects.toThrow('desk.locked');
    const { options } = await callApp(short, confirm.beginDeskConfirm, {}, gerda.headers);
    await callApp(short, confirm.confirmDeskWithPasskey, { credential: key.get(options) }, gerda.headers);
    await callApp(short, listDeskSessions, {}, gerda.headers);
  });

  it('can be left while it is locked', async () => {
    const hans = await atTheDesk('hans');
    await callApp(test, confirm.lockDesk, {}, hans.headers);
    await callApp(test, deskLogOut, {}, hans.headers);
    await expect(read(hans.headers)).rejects.toThrow('unauthorized');
  });
});

describe('the clock of an authenticator', () => {
  const PERIOD = 30_000;
  const codeAhead = async (name: string, periods: number) => {
    const { codeKey } = (await operatorByName(test.deps.db, name)) ?? {};
    const key = unsealKey(test.deps, 'operator-code-key', codeKey ?? new Uint8Array());
    return codeAt(key, new Date(test.clock.steady.wall().getTime() + periods * PERIOD));
  };

  it('is learnt from its codes, up to a minute off', async () => {
    const ida = await atTheDesk('ida');
    for (const periods of [1, 2, 3]) {
      test.clock.advance(10 * PERIOD);
      await callApp(test, confirmDesk, { code: await codeAhead('ida', periods) }, ida.headers);
    }
    test.clock.advance(10 * PERIOD);
    const back = { code: await codeAhead('ida', 0) };
    await expect(callApp(test, confirmDesk, back, ida.headers)).rejects.toThrow('badRequest.code.clock');
  });

  it.each([
    [8, '4'],
    [-14, '-7'],
  ])('is named if it is %d periods off', async (periods, minutes) => {
    const name = `joost-${minutes}`.replace('--', '-m');
    const joost = await atTheDesk(name);
    test.clock.advance(40 * PERIOD);
    const wrong = { code: await codeAhead(name, periods) };
    const refusal = { label: 'badRequest.code.clock', fields: ['code', minutes] };
    await expect(callApp(test, confirmDesk, wrong, joost.headers)).rejects.toMatchObject(refusal);
    const login = { email: joost.email, password: newPassword, ...wrong };
    await expect(callApp(test, deskLogin, login)).rejects.toMatchObject(refusal);
    await expect(callApp(test, deskLogin, { ...login, password: 'fout' })).rejects.toThrow(
      'badRequest.invalid.login',
    );
  });
});
