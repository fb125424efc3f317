import { describe, expect, it } from 'vitest';
import * as confirm from '#contract/desk/confirm-calls.ts';
import { confirmDesk } from '#contract/desk/confirm-calls.ts';
import * as passkeys from '#contract/desk/passkey-calls.ts';
import { createLimits } from '#server/calls/limits.ts';
import { operatorCaller, requireDesk } from '#server/identity/caller.ts';
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
