import { beforeEach, describe, expect, it } from 'vitest';
import { activate, logIn, readBasicInfo, register } from '#contract/member/account/account-calls.ts';
import {
  CONFIRM_EMAIL_SECONDS,
  cancelEmailChange,
  changeEmail,
  confirmEmail,
  UNDO_EMAIL_SECONDS,
  undoEmail,
} from '#contract/member/settings/email-calls.ts';
import { changePassword, forgotPassword } from '#contract/member/settings/password-calls.ts';
import { readPreferences } from '#contract/member/settings/settings-calls.ts';
import { prices } from '#contract/wallet/prices.ts';
import { createLimits } from '#server/calls/limits.ts';
import type { EventName } from '#server/events.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { limitRules } from '#server/ports/limits.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, variantOf } from '#server/testing/test-app.ts';
import { add, logInWith, softwareAuthenticator } from '../passkeys/testing.ts';

const events: EventName[] = [];
const server = startTestApp({ change: () => ({ events: { record: (name) => void events.push(name) } }) });
beforeEach(() => {
  events.length = 0;
  server.mail.sent.length = 0;
  server.pushes.length = 0;
});

const password = 'Plein-16';
const sentKey = (to: string) => {
  const mail = server.mail.sent.findLast((one) => one.to === to);
  return mail?.text.match(/(?:key|token)=([\w-]+)/)?.[1] ?? '';
};
const mailed = async () => {
  const before = server.mail.sent.length;
  while ((await runDueWork(server.outbox)) > 0);
  return server.mail.sent.slice(before).map(({ to, subject }) => `${to}: ${subject}`);
};
const logInAs = async (username: string, word = password) =>
  bearer((await callApp(server, logIn, { username, password: word })).token);

async function newcomer(email: string): Promise<Record<string, string>> {
  await callApp(server, register, { email, password });
  await mailed();
  return logInAs(email);
}

async function verified(email: string): Promise<Record<string, string>> {
  const headers = await newcomer(email);
  await callApp(server, activate, { key: sentKey(email) });
  return headers;
}

const ask = (email: string, headers: Record<string, string>) =>
  callApp(server, changeEmail, { email, repeatEmail: email, password }, headers);

async function change(email: string, headers: Record<string, string>): Promise<void> {
  await ask(email, headers);
  await mailed();
  await callApp(server, confirmEmail, { key: sentKey(email) });
  await mailed();
}

describe('a new e-mail address', () => {
  it('P2.116 replaces the old one when its mail is confirmed, and the old one is told', async () => {
    const headers = await verified('anna@example.com');
    server.pushes.length = 0;
    await ask('anna.new@example.com', headers);
    expect(await mailed()).toEqual(['anna.new@example.com: Bevestig je nieuwe e-mailadres bij Vonk']);
    expect(await callApp(server, readBasicInfo, {}, headers)).toMatchObject({ email: 'anna@example.com' });
    expect((await callApp(server, readPreferences, {}, headers)).pendingEmail).toBe('anna.new@example.com');
    const key = sentKey('anna.new@example.com');
    const done = await callApp(server, confirmEmail, { key });
    expect(done).toEqual({ email: 'anna.new@example.com', credits: 0, hadCredits: false });
    expect(await mailed()).toEqual(['anna@example.com: Je e-mailadres bij Vonk is gewijzigd']);
    // A member without a username still has none after changing the address.
    expect(await callApp(server, readBasicInfo, {}, headers)).toMatchObject({
      email: 'anna.new@example.com',
      username: 'anna.new@example.com',
      credits: prices.welcome,
    });
    expect((await callApp(server, readPreferences, {}, headers)).pendingEmail).toBeNull();
    expect(server.pushes.map(({ name }) => name)).toEqual(['member-changed']);
    await logInAs('anna.new@example.com');
    await expect(logInAs('anna@example.com')).rejects.toMatchObject({ label: 'badRequest.login.notExists' });
    await expect(callApp(server, confirmEmail, { key })).rejects.toMatchObject({
      label: 'badRequest.link.used',
    });
  });

  it.each([
    ['a wrong password', { password: 'Wrong-16' }, 'badRequest.incorrectPassword', ['password']],
    [
      'P5.24 a repetition that differs',
      { repeatEmail: 'else@example.com' },
      'badRequest.invalid.input',
      ['repeatEmail'],
    ],
    [
      'P5.24 the one that counts now, in other capitals',
      { email: 'BEN@example.com', repeatEmail: 'ben@example.com' },
      'badRequest.invalid.input',
      ['email'],
    ],
    ['no address', { email: 'ben', repeatEmail: 'ben' }, 'badRequest.invalid.input', ['email']],
  ] as const)('is refused with %s', async (_, wrong, label, fields) => {
    const headers = await logInAs('ben@example.com').catch(() => newcomer('ben@example.com'));
    await mailed();
    const wish = { email: 'b@example.com', repeatEmail: 'b@example.com', password, ...wrong };
    const attempt = callApp(server, changeEmail, wish, headers);
    await expect(attempt).rejects.toMatchObject({ label, fields: [...fields] });
    expect(await mailed()).toEqual([]);
  });

  it('that is in use gets the same response, and its member gets a mail about it', async () => {
    await verified('holder@example.com');
    const headers = await verified('curious@example.com');
    expect(await ask('holder@example.com', headers)).toBe(true);
    expect((await callApp(server, readPreferences, {}, headers)).pendingEmail).toBe('holder@example.com');
    expect(await mailed()).toEqual(['holder@example.com: Je hebt al een account bij Vonk']);
    expect(server.mail.sent.at(-1)?.text).not.toMatch(/key=|token=/);
  });

  it('can be requested three times an hour, in use or not, cancelled or not', async () => {
    const headers = await verified('often@example.com');
    for (const email of ['o1@example.com', 'holder@example.com', 'o2@example.com']) {
      await ask(email, headers);
      await callApp(server, cancelEmailChange, {}, headers);
    }
    await expect(ask('o3@example.com', headers)).rejects.toMatchObject({
      label: 'badRequest.emailChange.tooMany',
    });
    server.clock.advance(3_600_000);
    await ask('o3@example.com', headers);
  });

  it('is not limited by other requests from the same network', async () => {
    const headers = await verified('patient@example.com');
    const limited = variantOf(server, { limits: createLimits(null) });
    for (let n = 0; n < limitRules.recovery.points; n += 1)
      await callApp(limited, forgotPassword, { email: `stranger${n}@example.com` });
    await expect(callApp(limited, forgotPassword, { email: 'stranger@example.com' })).rejects.toMatchObject({
      label: 'badRequest.tooMany',
    });
    const email = 'p.new@example.com';
    expect(await callApp(limited, changeEmail, { email, repeatEmail: email, password }, headers)).toBe(true);
  });

  it('cannot be confirmed after it was cancelled, replaced or has expired', async () => {
    const headers = await verified('dirk@example.com');
    const gone = async (key: string) =>
      expect(callApp(server, confirmEmail, { key })).rejects.toMatchObject({
        label: 'badRequest.link.expired',
      });
    await ask('d1@example.com', headers);
    await callApp(server, cancelEmailChange, {}, headers);
    await ask('d2@example.com', headers);
    await ask('d3@example.com', headers);
    await mailed();
    await gone(sentKey('d1@example.com'));
    await gone(sentKey('d2@example.com'));
    server.clock.advance(CONFIRM_EMAIL_SECONDS * 1000);
    await gone(sentKey('d3@example.com'));
    expect(await callApp(server, readBasicInfo, {}, headers)).toMatchObject({ email: 'dirk@example.com' });
  });

  it('cannot be confirmed after the password was changed', async () => {
    const headers = await verified('hanna@example.com');
    await ask('thief@example.com', headers);
    await mailed();
    const words = { newPassword: 'Gracht-17', repeatNewPassword: 'Gracht-17' };
    await callApp(server, changePassword, { password, ...words }, headers);
    await expect(callApp(server, confirmEmail, { key: sentKey('thief@example.com') })).rejects.toThrow(
      'badRequest.link.expired',
    );
    await logInAs('hanna@example.com', 'Gracht-17');
  });

  it('that was registered meanwhile belongs to the other account', async () => {
    const headers = await verified('eva@example.com');
    await ask('e.new@example.com', headers);
    await mailed();
    const key = sentKey('e.new@example.com');
    await newcomer('e.new@example.com');
    await expect(callApp(server, confirmEmail, { key })).rejects.toMatchObject({
      label: 'badRequest.link.expired',
    });
    expect(await callApp(server, readBasicInfo, {}, headers)).toMatchObject({ email: 'eva@example.com' });
  });

  it('that corrects a typo is verified and welcomed, and the mistyped address learns nothing', async () => {
    const headers = await newcomer('typo@exmaple.com');
    const stranger = sentKey('typo@exmaple.com');
    await ask('right@example.com', headers);
    await mailed();
    const done = await callApp(server, confirmEmail, { key: sentKey('right@example.com') });
    expect(done.credits).toBe(prices.welcome);
    expect(events).toContain('member.verified');
    expect(await mailed()).toEqual([]);
    expect(await callApp(server, readBasicInfo, {}, headers)).toMatchObject({
      verified: true,
      credits: prices.welcome,
    });
    // Welcomed once: the first mail's link does not count as a second.
    await expect(callApp(server, activate, { key: stranger })).rejects.toMatchObject({
      label: 'badRequest.link.used',
    });
  });
});

describe('going back to the previous address', () => {
  it('ends all sessions, removes the password and mails a link to set a new one', async () => {
    const thief = await verified('fem@example.com');
    await change('thief@example.com', thief);
    const key = sentKey('fem@example.com');
    const passkey = softwareAuthenticator();
    await add(server, thief, passkey);
    await mailed();
    server.pushes.length = 0;
    expect(await callApp(server, undoEmail, { key })).toBe(true);
    expect(await mailed()).toEqual(['fem@example.com: Kies een nieuw wachtwoord voor Vonk']);
    await expect(callApp(server, readBasicInfo, {}, thief)).rejects.toMatchObject({
      label: 'badRequest.unauthorized',
    });
    expect(server.pushes.map(({ name }) => name)).toContain('end-session');
    await expect(logInAs('fem@example.com')).rejects.toMatchObject({ label: 'badRequest.incorrectPassword' });
    await expect(logInWith(server, passkey)).rejects.toMatchObject({ label: 'badRequest.passkey.notExists' });
    await expect(logInAs('thief@example.com')).rejects.toMatchObject({ label: 'badRequest.login.notExists' });
    await expect(callApp(server, undoEmail, { key })).rejects.toMatchObject({
      label: 'badRequest.link.used',
    });
  });

  it('works for the first change, however often the address was changed since', async () => {
    const headers = await verified('gijs@example.com');
    await change('g1@example.com', headers);
    const first = sentKey('gijs@example.com');
    await change('g2@example.com', headers);
    const second = sentKey('g1@example.com');
    // The attacker goes back one step to lock the owner out.
    await callApp(server, undoEmail, { key: second });
    await callApp(server, undoEmail, { key: first });
    await mailed();
    expect(server.mail.sent.at(-1)).toMatchObject({ to: 'gijs@example.com' });
    await expect(logInAs('g1@example.com')).rejects.toMatchObject({ label: 'badRequest.login.notExists' });
  });

  it('is possible for seven days, in which no other account can have the address', async () => {
    const headers = await verified('hugo@example.com');
    await change('h.new@example.com', headers);
    const key = sentKey('hugo@example.com');
    const taken = callApp(server, register, { email: 'Hugo@example.com', password });
    await expect(taken).rejects.toMatchObject({ label: 'badRequest.email_exists' });
    await ask('hugo@example.com', await verified('other@example.com'));
    expect(await mailed()).toEqual([]);
    server.clock.advance(UNDO_EMAIL_SECONDS * 1000);
    await expect(callApp(server, undoEmail, { key })).rejects.toMatchObject({
      label: 'badRequest.link.expired',
    });
    await newcomer('hugo@example.com');
  });

  it('keeps a non-ASCII address in both forms of its domain', async () => {
    const headers = await verified('jana@münchen.de');
    await change('j.new@example.com', headers);
    for (const email of ['Jana@xn--mnchen-3ya.de', 'jana@MÜNCHEN.de'])
      await expect(callApp(server, register, { email, password })).rejects.toMatchObject({
        label: 'badRequest.email_exists',
      });
    await newcomer('jana@xn--bcher-kva.de');
  });

  it('does not block changing it again', async () => {
    const headers = await verified('iris@example.com');
    await change('i.new@example.com', headers);
    await change('iris@example.com', headers);
    expect(await callApp(server, readBasicInfo, {}, headers)).toMatchObject({ email: 'iris@example.com' });
  });
});
