import { beforeEach, describe, expect, it } from 'vitest';
import * as member from '#contract/member/passkey-calls.ts';
import {
  changeStudioPassword,
  listStudioSessions,
  readStudioAccount,
  redeemStudioLink,
} from '#contract/studio/account/account-calls.ts';
import * as calls from '#contract/studio/account/passkey-calls.ts';
import { createLimits } from '#server/calls/limits.ts';
import { countPasskeys } from '#server/identity/passkeys/passkeys.ts';
import {
  add as addToMember,
  type Ceremony,
  newMember,
  type SoftwareAuthenticator,
  softwareAuthenticator,
} from '#server/member/passkeys/testing.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { removePerformer } from '#server/performers/profile/store-status.ts';
import { limitRules } from '#server/ports/limits.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, variantOf } from '#server/testing/test-app.ts';
import { addedPerformer, operator } from './testing.ts';

const password = 'Plein-16';
const invalid = { label: 'badRequest.passkey.invalid' };
const unknown = { label: 'badRequest.passkey.notExists' };

describe.each(databaseKinds())("a performer's passkeys on $name", (database) => {
  const test = startTestApp({ on: database });
  const unused = ['Amelie', 'Bianca', 'Carmen', 'Daphne', 'Esther', 'Fenna', 'Geertje', 'Hedwig', 'Iris'];
  beforeEach(() => {
    test.pushes.length = 0;
  });

  async function performer() {
    const { id, username, key } = await addedPerformer(test, unused.shift() ?? '');
    const { token } = await callApp(test, redeemStudioLink, { key, newPassword: password });
    return { id, username, headers: bearer(token) };
  }
  async function withPasskey(options: { counts?: boolean } = {}) {
    const who = await performer();
    const key = softwareAuthenticator(options);
    return { ...who, key, added: await add(who.headers, key) };
  }
  async function add(headers: Record<string, string>, key: SoftwareAuthenticator) {
    const { options } = await callApp(test, calls.beginStudioPasskey, { password }, headers);
    return callApp(test, calls.addStudioPasskey, { credential: key.create(options) }, headers);
  }
  async function logIn(key: SoftwareAuthenticator, ceremony: Ceremony = {}) {
    const { options } = await callApp(test, calls.beginStudioPasskeyLogin, {});
    const { token } = await callApp(test, calls.logInWithStudioPasskey, {
      credential: key.get(options, ceremony),
    });
    return bearer(token);
  }
  const listOf = async (headers: Record<string, string>) =>
    (await callApp(test, calls.listStudioPasskeys, {}, headers)).result;
  async function mailed() {
    test.mail.sent.length = 0;
    await runDueWork(test.outbox);
    return test.mail.sent.map(({ subject, text }) => ({ subject, text }));
  }

  it('is added with the password, named in the picker as the studio’s, and mailed', async () => {
    const { headers, username } = await performer();
    await mailed();
    const wrong = { password: 'Wrong-16' };
    await expect(callApp(test, calls.beginStudioPasskey, wrong, headers)).rejects.toMatchObject({
      label: 'badRequest.incorrectPassword',
    });
    const { options } = await callApp(test, calls.beginStudioPasskey, { password }, headers);
    expect(options.user.name).toBe(`${username} (studio)`);
    const added = await add(headers, softwareAuthenticator());
    expect(await listOf(headers)).toEqual([added]);
    const [mail] = await mailed();
    expect(mail?.subject).toBe('New passkey at Vonk');
    expect(mail?.text).toContain('/en/studio/account');
  });

  it('logs in like a password does: session, cookie and mail about a new browser', async () => {
    const { key, username, headers } = await withPasskey();
    await mailed();
    const { options } = await callApp(test, calls.beginStudioPasskeyLogin, {});
    const response = await test.app.request('http://localhost:4321/api/studio/login/passkey', {
      method: 'POST',
      headers: { 'api-key': test.deps.config.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ credential: key.get(options) }),
    });
    const cookies = response.headers.getSetCookie().join('\n');
    expect(cookies).toMatch(/vonk_studio=[^;]+;.*HttpOnly/);
    expect(cookies).toMatch(/vonk_device=[^;]+;.*HttpOnly/);
    const { token } = (await response.json()) as { token: string };
    expect(await callApp(test, readStudioAccount, {}, bearer(token))).toMatchObject({ username });
    expect((await callApp(test, listStudioSessions, {}, headers)).result).toHaveLength(2);
    expect((await listOf(headers))[0]?.lastUsedAt).toBe(test.clock.now().toISOString());
    expect((await mailed()).map(({ subject }) => subject)).toEqual(['New login to the studio of Vonk']);
  });

  it('opens nothing but her own studio, and the other login does not forget it', async () => {
    const { key } = await withPasskey();
    const asMember = await callApp(test, member.beginPasskeyLogin, {});
    await expect(
      callApp(test, member.logInWithPasskey, { credential: key.get(asMember.options) }),
    ).rejects.toMatchObject(invalid);
    const theirs = softwareAuthenticator();
    await addToMember(test, await newMember(test, `both-${database.name}@example.com`), theirs);
    await expect(logIn(theirs)).rejects.toMatchObject(invalid);
  });

  it('is renamed and removed by its performer only', async () => {
    const { headers, added, key } = await withPasskey();
    const other = await performer();
    const { passkey } = added;
    const rename = { passkey, name: 'Laptop' };
    await expect(callApp(test, calls.renameStudioPasskey, rename, other.headers)).rejects.toMatchObject(
      unknown,
    );
    await callApp(test, calls.removeStudioPasskey, { passkey }, other.headers);
    expect(await listOf(other.headers)).toEqual([]);
    await callApp(test, calls.renameStudioPasskey, rename, headers);
    expect(await listOf(headers)).toMatchObject([{ passkey, name: 'Laptop' }]);
    await callApp(test, calls.removeStudioPasskey, { passkey }, headers);
    await expect(logIn(key)).rejects.toMatchObject(unknown);
  });

  it('is refused if it may have been copied, and the performer is told', async () => {
    const { key, headers } = await withPasskey({ counts: true });
    await logIn(key, { counter: 7 });
    await mailed();
    await expect(logIn(key, { counter: 7 })).rejects.toMatchObject({ label: 'badRequest.passkey.copied' });
    expect((await listOf(headers))[0]?.isCopied).toBe(true);
    expect((await mailed())[0]?.subject).toBe('A login with your passkey was refused at Vonk');
  });

  it('stays valid after a new password, which its mail says', async () => {
    const { key, headers } = await withPasskey();
    await mailed();
    await callApp(test, changeStudioPassword, { password, newPassword: 'Anders-16' }, headers);
    expect((await mailed())[0]?.text).toContain('You can still log in with your passkey.');
    expect(await callApp(test, readStudioAccount, {}, await logIn(key))).toMatchObject({ unread: 0 });
  });

  it('is deleted with its performer', async () => {
    const { key, id, username } = await withPasskey();
    await removePerformer(test.deps, operator, username);
    expect(await countPasskeys(test.deps.db, { kind: 'performer', performerId: id })).toBe(0);
    await expect(logIn(key)).rejects.toMatchObject(unknown);
  });

  it('is rate-limited, and absent without passkeys or the studio', async () => {
    const { headers } = await performer();
    const limited = variantOf(test, { limits: createLimits(null) });
    const labels: string[] = [];
    for (let n = 0; n <= limitRules['login-account'].points; n += 1)
      await callApp(limited, calls.beginStudioPasskey, { password: 'Wrong-16' }, headers).catch((error) =>
        labels.push(error.label),
      );
    expect(labels.at(-1)).toBe('badRequest.tooMany');
    for (const missing of ['passkeys', 'studio']) {
      const off = variantOf(test, { brand: { ...test.deps.brand, hasFeature: (name) => name !== missing } });
      await expect(callApp(off, calls.listStudioPasskeys, {}, headers)).rejects.toMatchObject({
        label: 'badRequest.notFound',
      });
    }
  });
});
