import { beforeEach, describe, expect, it } from 'vitest';
import {
  changeStudioPassword,
  readStudioAccount,
  redeemStudioLink,
} from '#contract/studio/account/account-calls.ts';
import * as calls from '#contract/studio/account/factor-calls.ts';
import * as passkeys from '#contract/studio/account/passkey-calls.ts';
import { rotateWhipKey } from '#contract/studio/account/whip-key-calls.ts';
import { readRoom, studioLogin } from '#contract/studio/studio-calls.ts';
import { createLimits } from '#server/calls/limits.ts';
import { codeAt } from '#server/identity/factor/authenticator.ts';
import { performerFactors, recoveryCodes } from '#server/identity/tables.ts';
import { softwareAuthenticator } from '#server/member/passkeys/testing.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { removePerformer } from '#server/performers/profile/store-status.ts';
import { limitRules } from '#server/ports/limits.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, type TestApp, variantOf } from '#server/testing/test-app.ts';
import { sendStudioLink } from './studio-link.ts';
import { addedPerformer, appCode, keyIn, operator, setUpApp, studioPassword } from './testing.ts';

const password = studioPassword;
const unproved = { label: 'badRequest.factor.required' };
const wrong = { label: 'badRequest.code.invalid' };
const MINUTE_MS = 60_000;

const test = startTestApp();
type Headers = Record<string, string>;
const unused =
  'Annelies Brechtje Cornelia Dorothea Eefje Floortje Guusje Hanneke Ingeborg Jolijn Katelijne Lieselot Machteld Noortje Odilia Philippa Roosmarijn'.split(
    ' ',
  );
const name = (): string => unused.shift() ?? '';
beforeEach(() => {
  test.mail.sent.length = 0;
});

async function aPerformer(on: TestApp = test) {
  const { key, ...who } = await addedPerformer(test, name());
  const { token } = await callApp(on, redeemStudioLink, { key, newPassword: password });
  await runDueWork(test.outbox);
  test.mail.sent.length = 0;
  return { ...who, headers: bearer(token) };
}
const logIn = async (username: string, on: TestApp = test) => {
  const { token, offersFactor } = await callApp(on, studioLogin, { username, password });
  return { headers: bearer(token), offersFactor };
};
const codeOf = (key: Uint8Array) => appCode(test, key);
const setUp = (headers: Headers, on: TestApp = test) => setUpApp(on, headers);
const read = (headers: Headers) => callApp(test, calls.readFactor, {}, headers);
const prove = (headers: Headers, code: string, on: TestApp = test) =>
  callApp(on, calls.proveFactor, { code }, headers);
const rotate = (headers: Headers) => callApp(test, rotateWhipKey, {}, headers);
const nextPeriod = () => test.clock.advance(30_000);
const subjects = async () => {
  await runDueWork(test.outbox);
  return test.mail.sent.map(({ subject }) => subject);
};

describe('an authenticator app', () => {
  it('is set up with the password and its first code, sealed, and mailed', async () => {
    const { id, headers, username } = await aPerformer();
    await expect(
      callApp(test, calls.beginAuthenticator, { password: 'Wrong-16' }, headers),
    ).rejects.toMatchObject({ label: 'badRequest.incorrectPassword' });
    const begun = await callApp(test, calls.beginAuthenticator, { password }, headers);
    expect(decodeURIComponent(begun.authenticator)).toContain(`Vonk studio:${username} (studio)`);
    const { offer } = begun;
    const set = (code: string) => callApp(test, calls.setAuthenticator, { offer, code }, headers);
    await expect(set('000000')).rejects.toMatchObject(wrong);
    expect((await read(headers)).app).toBeNull();
    const key = keyIn(begun.authenticator);
    const { recoveryCodes: codes } = await set(codeOf(key));
    expect(new Set(codes).size).toBe(calls.RECOVERY_CODES);
    for (const code of codes) expect(code).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
    expect(await read(headers)).toMatchObject({ app: expect.any(String), recoveryCodes: 10 });
    const rows = (await test.deps.db.select().from(performerFactors)).filter(
      ({ performerId }) => performerId === id,
    );
    expect(Buffer.from(rows[0]?.codeKey ?? []).includes(Buffer.from(key))).toBe(false);
    expect(await subjects()).toEqual(['Authenticator app set up at Vonk']);
  });

  it('is refused with the offer of another login, or one that is too old', async () => {
    const [one, other] = [await aPerformer(), await aPerformer()];
    const { offer, authenticator } = await callApp(test, calls.beginAuthenticator, { password }, one.headers);
    const code = codeOf(keyIn(authenticator));
    const expired = { label: 'badRequest.link.expired' };
    const set = (headers: Headers, from = offer) =>
      callApp(test, calls.setAuthenticator, { offer: from, code }, headers);
    await expect(set(other.headers)).rejects.toMatchObject(expired);
    await expect(set(one.headers, 'made-up')).rejects.toMatchObject(expired);
    test.clock.advance(calls.OFFER_MINUTES * MINUTE_MS);
    await expect(set(one.headers)).rejects.toMatchObject(expired);
  });

  it('is accepted once per code, and one period before or after the present', async () => {
    const { headers } = await aPerformer();
    const { key } = await setUp(headers);
    await expect(prove(headers, codeOf(key))).rejects.toMatchObject(wrong);
    const wall = () => test.clock.steady.wall().getTime();
    await expect(prove(headers, codeAt(key, new Date(wall() + 60_000)))).rejects.toMatchObject(wrong);
    const ahead = codeAt(key, new Date(wall() + 30_000));
    const both = await Promise.allSettled([prove(headers, ahead), prove(headers, ahead)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    nextPeriod();
    nextPeriod();
    await prove(headers, ` ${codeOf(key).slice(0, 3)} ${codeOf(key).slice(3)} `);
  });

  it('can be guessed ten times in ten minutes', async () => {
    const limited = variantOf(test, { limits: createLimits(null) });
    const { headers } = await aPerformer();
    const { key } = await setUp(headers);
    for (let attempt = 0; attempt < limitRules['login-account'].points; attempt += 1)
      await expect(prove(headers, '000000', limited)).rejects.toMatchObject(wrong);
    nextPeriod();
    await expect(prove(headers, codeOf(key), limited)).rejects.toMatchObject({ label: 'badRequest.tooMany' });
  });
});

describe('what is worth money', () => {
  it('asks for the second factor if it was not proved within fifteen minutes', async () => {
    const { headers, username } = await aPerformer();
    await rotate(headers);
    const { key } = await setUp(headers);
    await rotate(headers);
    test.clock.advance(calls.FACTOR_MINUTES * MINUTE_MS);
    await expect(rotate(headers)).rejects.toMatchObject(unproved);
    const change = { password, newPassword: 'Gracht-17' };
    await expect(callApp(test, changeStudioPassword, change, headers)).rejects.toMatchObject(unproved);
    await expect(callApp(test, passkeys.beginStudioPasskey, { password }, headers)).rejects.toMatchObject(
      unproved,
    );
    await expect(callApp(test, calls.beginAuthenticator, { password }, headers)).rejects.toMatchObject(
      unproved,
    );
    await expect(callApp(test, calls.removeAuthenticator, {}, headers)).rejects.toMatchObject(unproved);
    const there = await logIn(username);
    const { provedUntil } = await prove(headers, codeOf(key));
    expect(await read(headers)).toMatchObject({ provedUntil });
    await rotate(headers);
    // The proof belongs to one login.
    await expect(rotate(there.headers)).rejects.toMatchObject(unproved);
  });

  it('is open to a recovery code, once, and she is told', async () => {
    const { headers } = await aPerformer();
    const { recoveryCodes: codes } = await setUp(headers);
    test.clock.advance(calls.FACTOR_MINUTES * MINUTE_MS);
    await subjects();
    test.mail.sent.length = 0;
    const [code = ''] = codes;
    await prove(headers, code.toUpperCase());
    await rotate(headers);
    await expect(prove(headers, code)).rejects.toMatchObject(wrong);
    expect(await read(headers)).toMatchObject({ recoveryCodes: 9 });
    expect(await subjects()).toEqual(['A recovery code was used at Vonk']);
    const renewed = await callApp(test, calls.renewRecoveryCodes, {}, headers);
    await expect(prove(headers, codes[1] ?? '')).rejects.toMatchObject(wrong);
    await prove(headers, renewed.recoveryCodes[0] ?? '');
  });

  it('is open to a passkey of hers, by a challenge of this login', async () => {
    const { headers, username } = await aPerformer();
    const key = softwareAuthenticator();
    const begun = await callApp(test, passkeys.beginStudioPasskey, { password }, headers);
    await callApp(test, passkeys.addStudioPasskey, { credential: key.create(begun.options) }, headers);
    await rotate(headers);
    const there = await logIn(username);
    await expect(rotate(there.headers)).rejects.toMatchObject(unproved);
    const signed = async (by: Headers) =>
      key.get((await callApp(test, calls.beginFactorProof, {}, by)).options);
    const withPasskey = (credential: ReturnType<typeof key.get>) =>
      callApp(test, calls.proveFactorWithPasskey, { credential }, there.headers);
    await expect(withPasskey(await signed(headers))).rejects.toMatchObject({
      label: 'badRequest.passkey.expired',
    });
    const log = await callApp(test, passkeys.beginStudioPasskeyLogin, {});
    await expect(withPasskey(key.get(log.options))).rejects.toMatchObject({
      label: 'badRequest.passkey.expired',
    });
    const other = await aPerformer();
    const credential = await signed(other.headers);
    await expect(
      callApp(test, calls.proveFactorWithPasskey, { credential }, other.headers),
    ).rejects.toMatchObject({ label: 'badRequest.passkey.invalid' });
    await withPasskey(await signed(there.headers));
    await rotate(there.headers);
    const fresh = await callApp(test, passkeys.beginStudioPasskeyLogin, {});
    const { token } = await callApp(test, passkeys.logInWithStudioPasskey, {
      credential: key.get(fresh.options),
    });
    await rotate(bearer(token));
  });

  it('asks nothing any more when the last factor is removed, which is mailed', async () => {
    const { headers } = await aPerformer();
    await setUp(headers);
    await subjects();
    test.mail.sent.length = 0;
    await callApp(test, calls.removeAuthenticator, {}, headers);
    expect(await subjects()).toEqual(['Authenticator app removed at Vonk']);
    expect(await read(headers)).toMatchObject({ app: null, recoveryCodes: 0, provedUntil: null });
    await rotate(headers);
    await callApp(test, calls.removeAuthenticator, {}, headers);
  });
});

describe('a second factor', () => {
  it('is offered by logins until she has one or declines', async () => {
    const { key: link, username } = await addedPerformer(test, name());
    const first = await callApp(test, redeemStudioLink, { key: link, newPassword: password });
    expect(first.offersFactor).toBe(true);
    const { headers, offersFactor } = await logIn(username);
    expect(offersFactor).toBe(true);
    await callApp(test, calls.declineFactor, {}, headers);
    expect((await logIn(username)).offersFactor).toBe(false);
    const vera = await aPerformer();
    await setUp(vera.headers);
    expect((await logIn(vera.username)).offersFactor).toBe(false);
  });

  it('is the only thing that opens if the operator requires one', async () => {
    const strict = variantOf(test, { config: { ...test.deps.config, secondFactor: 'required' } });
    const { headers, username } = await aPerformer(strict);
    const account = () => callApp(strict, readStudioAccount, {}, headers);
    const room = (by: Headers) => callApp(strict, readRoom, {}, by);
    expect(await account()).toMatchObject({ lacksFactor: true });
    await expect(room(headers)).rejects.toMatchObject(unproved);
    const { key } = await setUp(headers, strict);
    expect(await account()).toMatchObject({ lacksFactor: false });
    await room(headers);
    await expect(callApp(strict, calls.removeAuthenticator, {}, headers)).rejects.toMatchObject({
      label: 'badRequest.factor.last',
    });
    // The password alone neither opens the studio nor replaces the factor.
    const there = await logIn(username, strict);
    await expect(room(there.headers)).rejects.toMatchObject(unproved);
    await expect(
      callApp(strict, calls.beginAuthenticator, { password }, there.headers),
    ).rejects.toMatchObject(unproved);
    nextPeriod();
    await prove(there.headers, codeOf(key), strict);
    test.clock.advance(calls.FACTOR_MINUTES * MINUTE_MS);
    await room(there.headers);
  });

  it('is forgotten with a link of the operator, if she has lost it', async () => {
    const { headers, id, username, email } = await aPerformer();
    await setUp(headers);
    const to = { performerId: id, username, email, language: 'en' } as const;
    await sendStudioLink(test.deps, operator, to);
    expect(await read(headers)).toMatchObject({ app: expect.any(String) });
    await sendStudioLink(test.deps, operator, { ...to, forgetsFactors: true });
    expect(await read(headers)).toMatchObject({ app: null, recoveryCodes: 0 });
  });

  it('goes with the performer', async () => {
    const { headers, username, id } = await aPerformer();
    await setUp(headers);
    await removePerformer(test.deps, operator, username);
    const left = [
      ...(await test.deps.db.select().from(performerFactors)),
      ...(await test.deps.db.select().from(recoveryCodes)),
    ];
    expect(left.filter(({ performerId }) => performerId === id)).toEqual([]);
  });
});
