import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { pathOf } from '#contract/endpoint.ts';
import {
  activate,
  logIn,
  logInWithLink,
  readBasicInfo,
  register,
} from '#contract/member/account/account-calls.ts';
import { changePassword, forgotPassword } from '#contract/member/settings/password-calls.ts';
import { createLimits } from '#server/calls/limits.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { outbox } from '#server/outbox/tables.ts';
import { removePerformer } from '#server/performers/profile/store-status.ts';
import { performers } from '#server/performers/tables.ts';
import { limitRules } from '#server/ports/limits.ts';
import { aGuest, aPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, variantOf } from '#server/testing/test-app.ts';
import { ACCOUNTS_PER_HOUR } from '../account/create-account.ts';
import { removeMember } from '../deletion/erase-member.ts';
import { LINKS_PER_HOUR, linkSeconds } from '../mail/links.ts';
import { members } from '../tables.ts';
import { forgotPassword as askForMail } from './passwords.ts';

const server = startTestApp();
beforeEach(() => {
  server.mail.sent.length = 0;
  server.pushes.length = 0;
});

const old = 'Plein-16';
const fresh = 'Gracht-17';
const change = { newPassword: fresh, repeatNewPassword: fresh };
const logInAs = async (username: string, password = old) =>
  bearer((await callApp(server, logIn, { username, password })).token);
const mailed = async () => {
  await runDueWork(server.outbox);
  return server.mail.sent.map(({ to }) => to);
};

async function newMember(email: string): Promise<string> {
  await callApp(server, register, { email, password: old });
  await mailed();
  server.mail.sent.length = 0;
  return email;
}

async function resetToken(email: string): Promise<string> {
  await callApp(server, forgotPassword, { email });
  await mailed();
  return server.mail.sent.at(-1)?.text.match(/token=([\w-]+)/)?.[1] ?? '';
}

describe('changing the password', () => {
  it('P5.16 requires a member', async () => {
    await expect(callApp(server, changePassword, { password: old, ...change })).rejects.toMatchObject({
      label: 'badRequest.unauthorized',
    });
  });

  it('P3.18 P7.2 ends every other session, keeps this one and sends a mail', async () => {
    const email = await newMember('anna@example.com');
    const [other, mine] = [await logInAs(email), await logInAs(email)];
    await mailed();
    server.mail.sent.length = 0;
    expect(await callApp(server, changePassword, { password: old, ...change }, mine)).toBe(true);
    await expect(callApp(server, readBasicInfo, {}, other)).rejects.toMatchObject({
      label: 'badRequest.unauthorized',
    });
    await callApp(server, readBasicInfo, {}, mine);
    expect(server.pushes.filter(({ name }) => name === 'end-session')).toHaveLength(1);
    expect(await mailed()).toEqual([email]);
    await expect(logInAs(email)).rejects.toMatchObject({ label: 'badRequest.incorrectPassword' });
    await logInAs(email, fresh);
  });

  it.each([
    ['a wrong old one', { password: 'Wrong-16', ...change }, { label: 'badRequest.incorrectPassword' }],
    [
      'a repetition that differs',
      { password: old, newPassword: fresh, repeatNewPassword: 'Else-18' },
      { fields: ['repeatNewPassword'] },
    ],
    [
      'a missing old one',
      { password: '', newPassword: fresh, repeatNewPassword: fresh },
      { fields: ['password'] },
    ],
    [
      'the old one again',
      { password: old, newPassword: old, repeatNewPassword: old },
      { fields: ['newPassword'] },
    ],
    [
      'one that breaks the rule',
      { password: old, newPassword: 'short', repeatNewPassword: 'short' },
      { fields: ['newPassword'] },
    ],
    [
      'one that everybody has',
      { password: old, newPassword: 'Welkom123', repeatNewPassword: 'Welkom123' },
      { label: 'badRequest.password_common' },
    ],
    [
      'one that breaches have shown',
      { password: old, newPassword: 'Jennifer1', repeatNewPassword: 'Jennifer1' },
      { label: 'badRequest.password_common' },
    ],
  ])('P5.13 P5.14 P5.15 P8.4 refuses %s', async (name, input, expected) => {
    const email = await newMember(`refuse-${name.replace(/\W/g, '-')}@example.com`);
    await expect(callApp(server, changePassword, input, await logInAs(email))).rejects.toMatchObject(
      expected,
    );
    await logInAs(email);
  });
});

describe('a forgotten password', () => {
  it('P7.6 is replaced once through the mailed link, whose token stands in for the old password', async () => {
    const email = await newMember('bram@example.com');
    const elsewhere = await logInAs(email);
    const password = await resetToken(email);
    const here = bearer((await callApp(server, logInWithLink, { token: password })).token);
    expect(await callApp(server, changePassword, { password, ...change }, here)).toBe(true);
    await logInAs(email, fresh);
    await expect(callApp(server, readBasicInfo, {}, elsewhere)).rejects.toMatchObject({
      label: 'badRequest.unauthorized',
    });
    const again = { password, newPassword: 'Brug-18', repeatNewPassword: 'Brug-18' };
    await expect(callApp(server, changePassword, again, here)).rejects.toMatchObject({
      label: 'badRequest.incorrectPassword',
    });
    await expect(callApp(server, logInWithLink, { token: password })).rejects.toMatchObject({
      label: 'badRequest.link.used',
    });
  });

  it('is replaced once by two simultaneous requests, and its link opens one session', async () => {
    const email = await newMember('at-once@example.com');
    const token = await resetToken(email);
    const opened = await Promise.allSettled([1, 2].map(() => callApp(server, logInWithLink, { token })));
    const [session, refused] = opened.toSorted((one) => (one.status === 'fulfilled' ? -1 : 1));
    expect(refused).toMatchObject({ status: 'rejected', reason: { label: 'badRequest.link.used' } });
    const headers = bearer(session?.status === 'fulfilled' ? session.value.token : '');
    const words = ['Haven-20', 'Haven-21', 'Haven-22'];
    const replace = (newPassword: string) =>
      callApp(
        server,
        changePassword,
        { password: token, newPassword, repeatNewPassword: newPassword },
        headers,
      );
    const changed = await Promise.allSettled(words.map(replace));
    expect(changed.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(changed.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { label: 'badRequest.incorrectPassword' },
    });
    const right = words[changed.findIndex(({ status }) => status === 'fulfilled')];
    await logInAs(email, right);
  });

  it('is the same password in another Unicode form', async () => {
    const email = 'unicode@example.com';
    await callApp(server, register, { email, password: 'Caf\u00e9-1906' });
    const headers = await logInAs(email, 'Cafe\u0301-1906');
    const [newPassword, repeatNewPassword] = ['Cre\u0300me-17', 'Cr\u00e8me-17'];
    await callApp(
      server,
      changePassword,
      { password: 'Cafe\u0301-1906', newPassword, repeatNewPassword },
      headers,
    );
    await logInAs(email, repeatNewPassword);
    const same = { password: newPassword, newPassword: repeatNewPassword, repeatNewPassword };
    await expect(callApp(server, changePassword, same, headers)).rejects.toMatchObject({
      fields: ['newPassword'],
    });
  });

  it('is not replaced by a breached one, and the link stays valid', async () => {
    const password = await resetToken(await newMember('bente@example.com'));
    const here = bearer((await callApp(server, logInWithLink, { token: password })).token);
    const common = { newPassword: 'Jennifer1', repeatNewPassword: 'Jennifer1' };
    await expect(callApp(server, changePassword, { password, ...common }, here)).rejects.toMatchObject({
      label: 'badRequest.password_common',
    });
    expect(await callApp(server, changePassword, { password, ...change }, here)).toBe(true);
  });

  it('has a link valid for one hour, also for a form left open', async () => {
    const email = await newMember('cato@example.com');
    const late = await resetToken(email);
    server.clock.advance(linkSeconds.reset * 1000);
    await expect(callApp(server, logInWithLink, { token: late })).rejects.toMatchObject({
      label: 'badRequest.link.expired',
    });
    const password = await resetToken(email);
    const here = bearer((await callApp(server, logInWithLink, { token: password })).token);
    server.clock.advance(linkSeconds.reset * 1000);
    await expect(callApp(server, changePassword, { password, ...change }, here)).rejects.toMatchObject({
      label: 'badRequest.incorrectPassword',
    });
  });

  it('has a token that is valid only for its own session', async () => {
    const password = await resetToken(await newMember('dirk@example.com'));
    const stranger = await logInAs(await newMember('eva@example.com'));
    await callApp(server, logInWithLink, { token: password });
    await expect(callApp(server, changePassword, { password, ...change }, stranger)).rejects.toMatchObject({
      label: 'badRequest.incorrectPassword',
    });
    await expect(callApp(server, readBasicInfo, {}, bearer(password))).rejects.toMatchObject({
      label: 'badRequest.unauthorized',
    });
    await expect(callApp(server, activate, { key: password })).rejects.toMatchObject({
      label: 'badRequest.link.expired',
    });
  });

  it('P7.6 can be requested by username', async () => {
    const email = await newMember('fien@example.com');
    await server.deps.db
      .update(members)
      .set({ username: 'Fien88', usernameFolded: 'fien88' })
      .where(eq(members.email, email));
    await callApp(server, forgotPassword, { username: 'FIEN88' });
    expect(await mailed()).toEqual([email]);
  });

  it('leads back to the performer’s page, or home if it does not exist', async () => {
    const { username } = await aPerformer(server);
    const gone = await aPerformer(server);
    await removePerformer(server.deps, operatorCaller('test'), gone.username);
    const email = await newMember('hugo@example.com');
    const linkFor = async (page: 'profile' | 'stream', performer: string): Promise<string> => {
      server.clock.advance(3_600_000);
      await callApp(server, forgotPassword, { email, from: `/${page}/${encodeURIComponent(performer)}` });
      await mailed();
      const link = new URL(server.mail.sent.at(-1)?.text.match(/https?:\S+/)?.[0] ?? '');
      expect(link.origin).toEqual(new URL(server.deps.config.publicUrl).origin);
      expect(link.searchParams.get('action')).toBe('resetpassword');
      return link.pathname;
    };
    expect(await linkFor('stream', username)).toBe(`/stream/${username}`);
    expect(await linkFor('profile', username.toLowerCase())).toBe(`/profile/${username}`);
    const hidden = await aPerformer(server);
    const suspended = await aPerformer(server);
    await server.deps.db
      .update(performers)
      .set({ suspendedAt: server.clock.now() })
      .where(eq(performers.id, suspended.id));
    await server.deps.db
      .update(performers)
      .set({ hiddenIn: ['BE'] })
      .where(eq(performers.id, hidden.id));
    expect(await linkFor('profile', suspended.username)).toBe('/');
    expect(await linkFor('profile', hidden.username)).toBe(`/profile/${hidden.username}`);
    const guest = aGuest(server);
    const location = { country: 'BE', region: null };
    const fromBelgium = { ...guest, request: { ...guest.request, location } };
    const input = { email, from: `/profile/${hidden.username}` };
    server.clock.advance(3_600_000);
    await askForMail(server.deps, fromBelgium, input);
    await mailed();
    expect(server.mail.sent.at(-1)?.text).not.toContain(hidden.username);
    for (const nobody of ['Nobody-Here', gone.username, '..', '../login', '/evil.example', '\\evil.example'])
      expect(await linkFor('stream', nobody), nobody).toBe('/');
  });

  it.each([
    ['/en/music?p=77', '/music?p=77&action=resetpassword'],
    ['/?age=18-24', '/?age=18-24&action=resetpassword'],
    ['/no-such-category', '/?action=resetpassword'],
    ['/login?next=/settings', '/?action=resetpassword'],
    ['/settings/limits?p=77', '/forgot-password/reset?next=%2Fsettings%2Flimits%3Fp%3D77'],
  ])('requested on %s leads to %s', async (from, expected) => {
    const email = await newMember(`page${expected.length}-${from.length}@example.com`);
    await callApp(server, forgotPassword, { email, from });
    await mailed();
    const link = new URL(server.mail.sent.at(-1)?.text.match(/https?:\S+/)?.[0] ?? '');
    expect(link.searchParams.get('token')).not.toBeNull();
    link.searchParams.delete('token');
    expect(link.pathname + link.search).toBe(expected);
  });

  it('P4.15 P8.11 gets the same response and queues the same work for a missing account', async () => {
    await newMember('gijs@example.com');
    const left = async (email: string) => {
      const answer = await callApp(server, forgotPassword, { email });
      const rows = await server.deps.db.select().from(outbox).where(eq(outbox.attempts, 0));
      return { answer, kinds: rows.map(({ kind }) => kind), mails: await mailed() };
    };
    const known = await left('gijs@example.com');
    server.mail.sent.length = 0;
    const unknown = await left('nobody@example.com');
    expect({ ...unknown, mails: null }).toEqual({ ...known, mails: null });
    expect(known.mails).toEqual(['gijs@example.com']);
    expect(unknown.mails).toEqual([]);
  });

  it('sends limited mails under any name, and the last one still works', async () => {
    const email = await newMember('loes@example.com');
    await server.deps.db
      .update(members)
      .set({ username: 'Loes88', usernameFolded: 'loes88' })
      .where(eq(members.email, email));
    for (let n = 0; n < LINKS_PER_HOUR + 2; n += 1) {
      server.clock.advance(60_000);
      await callApp(server, forgotPassword, n % 2 ? { email } : { username: 'Loes88' });
    }
    expect(await mailed()).toHaveLength(LINKS_PER_HOUR);
    const token = server.mail.sent.at(-1)?.text.match(/token=([\w-]+)/)?.[1] ?? '';
    await callApp(server, logInWithLink, { token });
    server.mail.sent.length = 0;
    await callApp(server, forgotPassword, { email });
    expect(await mailed()).toEqual([email]);
    for (let n = 0; n < LINKS_PER_HOUR; n += 1) await callApp(server, forgotPassword, { email });
    server.clock.advance(3_600_000);
    server.mail.sent.length = 0;
    await callApp(server, forgotPassword, { email });
    expect(await mailed()).toContain(email);
  });

  it('can be requested from another network when a stranger has used up the limit', async () => {
    const email = await newMember('mies@example.com');
    const limited = variantOf(server, { limits: createLimits(null) });
    const ask = async (ip: string) => {
      const headers = { 'api-key': server.deps.config.apiKey };
      const init = { method: 'POST', headers, body: JSON.stringify({ email }) };
      const env = { incoming: { socket: { remoteAddress: ip } } };
      return (await limited.app.request(pathOf(forgotPassword), init, env)).status;
    };
    for (let n = 0; n < limitRules.recovery.points; n += 1) expect(await ask('192.0.2.1')).toBe(200);
    expect(await ask('192.0.2.1')).toBe(429);
    expect(await ask('192.0.2.2')).toBe(200);
  });

  it.each([[{}], [{ email: 'a@example.com', username: 'anna' }], [{ email: '', username: '' }]])(
    'needs either an address or a username, not %j',
    async (input) => {
      await expect(callApp(server, forgotPassword, input)).rejects.toMatchObject({
        label: 'badRequest.invalid.input',
      });
    },
  );
});

describe('an address that is registered again and again', () => {
  it('gets no more mails', async () => {
    const email = 'joke@example.com';
    for (let n = 0; n < ACCOUNTS_PER_HOUR; n += 1) {
      await callApp(server, register, { email, password: old });
      await removeMember(server.deps, operatorCaller('root'), email);
    }
    await expect(callApp(server, register, { email, password: old })).rejects.toMatchObject({
      label: 'badRequest.tooMany',
    });
    expect((await mailed()).filter((to) => to === email)).toHaveLength(ACCOUNTS_PER_HOUR);
    server.clock.advance(3_600_000);
    await callApp(server, register, { email, password: old });
  });
});
