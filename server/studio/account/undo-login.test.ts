import { beforeEach, expect, it } from 'vitest';
import { pathOf } from '#contract/endpoint.ts';
import { redeemStudioLink, UNDO_DAYS, undoStudioLogin } from '#contract/studio/account/account-calls.ts';
import { readFactor } from '#contract/studio/account/factor-calls.ts';
import * as passkeys from '#contract/studio/account/passkey-calls.ts';
import { rotateWhipKey, showWhipKey } from '#contract/studio/account/whip-key-calls.ts';
import { studioLogin } from '#contract/studio/studio-calls.ts';
import { loginUndos } from '#server/identity/tables.ts';
import { softwareAuthenticator } from '#server/member/passkeys/testing.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { removePerformer } from '#server/performers/profile/store-status.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { addedPerformer, keyFromMail, operator, setUpApp, studioPassword } from './testing.ts';

const test = startTestApp();
const DAY_MS = 24 * 3_600_000;
const unused = ['Amelie', 'Bianca', 'Carmen', 'Daphne', 'Esther', 'Fenna', 'Geertje', 'Hester'];
const expired = { label: 'badRequest.link.expired' };
const invalid = { label: 'badRequest.invalid.login' };

beforeEach(() => {
  test.mail.sent.length = 0;
  test.pushes.length = 0;
});

/** A performer, and the key in the mail about a login from another browser. */
async function withStranger() {
  const { key, ...who } = await addedPerformer(test, unused.shift() ?? '');
  const first = await callApp(test, redeemStudioLink, { key, newPassword: studioPassword });
  test.clock.advance(60_000);
  const { username } = who;
  const stranger = await callApp(test, studioLogin, { username, password: studioPassword });
  const undo = await keyFromMail(test);
  return { ...who, own: bearer(first.token), stranger: bearer(stranger.token), undo };
}
const undoWith = (key: string) => callApp(test, undoStudioLogin, { key });

it('is mailed with the login, and only its hash is stored', async () => {
  const { undo, email } = await withStranger();
  const mail = test.mail.sent.at(-1);
  expect(mail).toMatchObject({ to: email, subject: 'New login to the studio of Vonk' });
  expect(mail?.text).toContain(`/en/studio/undo?key=${undo}`);
  expect(JSON.stringify(await test.deps.db.select().from(loginUndos))).not.toContain(undo);
});

it('ends sessions, password and key without a login, and leads to a new password, once', async () => {
  const { undo, own, stranger, username } = await withStranger();
  const { key: whipKey } = await callApp(test, rotateWhipKey, {}, stranger);
  test.mail.sent.length = 0;
  const { key } = await undoWith(undo);
  for (const headers of [own, stranger])
    await expect(callApp(test, readFactor, {}, headers)).rejects.toMatchObject({
      label: 'badRequest.unauthorized',
    });
  expect(test.pushes.filter(({ name }) => name === 'end-session')).toHaveLength(2);
  await expect(callApp(test, studioLogin, { username, password: studioPassword })).rejects.toMatchObject(
    invalid,
  );
  await runDueWork(test.outbox);
  expect(test.mail.sent.map(({ subject }) => subject)).toEqual([
    'Choose a new password for the studio of Vonk',
  ]);
  expect(test.mail.sent[0]?.text).toContain(`/en/studio/link?key=${key}`);
  const { token } = await callApp(test, redeemStudioLink, { key, newPassword: 'Gracht-17' });
  const shown = await callApp(test, showWhipKey, {}, bearer(token));
  expect(whipKey).not.toBeNull();
  expect(shown.key).toBeNull();
  await expect(undoWith(undo)).rejects.toMatchObject({ label: 'badRequest.link.used' });
});

it('removes what the stranger added as a second factor, and keeps what she had', async () => {
  const added = await addedPerformer(test, unused.shift() ?? '');
  const { token } = await callApp(test, redeemStudioLink, { key: added.key, newPassword: studioPassword });
  const add = async (headers: Record<string, string>) => {
    const { options } = await callApp(
      test,
      passkeys.beginStudioPasskey,
      { password: studioPassword },
      headers,
    );
    const credential = softwareAuthenticator().create(options);
    return callApp(test, passkeys.addStudioPasskey, { credential }, headers);
  };
  const { username } = added;
  const here = bearer(token);
  test.clock.advance(60_000);
  const stranger = bearer((await callApp(test, studioLogin, { username, password: studioPassword })).token);
  const undo = await keyFromMail(test);
  test.clock.advance(60_000);
  await setUpApp(test, stranger);
  await add(stranger);
  const { key } = await undoWith(undo);
  await expect(callApp(test, readFactor, {}, here)).rejects.toThrow();
  const again = bearer((await callApp(test, redeemStudioLink, { key, newPassword: 'Gracht-17' })).token);
  expect(await callApp(test, readFactor, {}, again)).toMatchObject({
    app: null,
    passkeys: 0,
    recoveryCodes: 0,
  });
});

/** Logs in with a browser's cookie; returns the new one, and the subjects of the mails about it. */
async function logInWith(cookie: string, body: { username: string; password: string }) {
  test.mail.sent.length = 0;
  const answer = await test.app.request(`http://localhost:4321${pathOf(studioLogin)}`, {
    method: 'POST',
    headers: { 'api-key': test.deps.config.apiKey, 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  const device = answer.headers.getSetCookie().find((line) => line.startsWith('vonk_device='));
  await runDueWork(test.outbox);
  return { cookie: device?.split(';')[0] ?? '', subjects: test.mail.sent.map(({ subject }) => subject) };
}

it('makes browsers from before unknown to her, also the stranger’s', async () => {
  const { undo, username } = await withStranger();
  const before = { username, password: studioPassword };
  const { cookie: known } = await logInWith('', before);
  const { cookie: stranger, subjects } = await logInWith(known, before);
  expect(subjects).toEqual([]);
  const { key } = await undoWith(undo);
  const password = 'Gracht-17';
  await callApp(test, redeemStudioLink, { key, newPassword: password });
  await runDueWork(test.outbox);
  const again = await logInWith(stranger, { username, password });
  expect(again.subjects).toEqual(['New login to the studio of Vonk']);
  expect((await logInWith(again.cookie, { username, password })).subjects).toEqual([]);
});

it('works for one of two simultaneous requests', async () => {
  const { undo } = await withStranger();
  const both = await Promise.allSettled([undoWith(undo), undoWith(undo)]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

it('expires after seven days, and with the performer', async () => {
  const one = await withStranger();
  test.clock.advance(UNDO_DAYS * DAY_MS);
  await expect(undoWith(one.undo)).rejects.toMatchObject(expired);
  await expect(undoWith('unknown')).rejects.toMatchObject(expired);
  const other = await withStranger();
  await removePerformer(test.deps, operator, other.username);
  await expect(undoWith(other.undo)).rejects.toMatchObject(expired);
});
