import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AnyEndpoint, type InputOf, pathOf } from '#contract/endpoint.ts';
import {
  activate,
  logIn,
  logInWithLink,
  readBasicInfo,
  register,
  resendActivation,
} from '#contract/member/account/account-calls.ts';
import { changeEmail, confirmEmail } from '#contract/member/settings/email-calls.ts';
import { changePassword, forgotPassword } from '#contract/member/settings/password-calls.ts';
import { readSecurityTrail } from '#contract/member/settings/security-calls.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { outbox } from '#server/outbox/tables.ts';
import type { Passwords } from '#server/ports/gateways.ts';
import { eraseAccount } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { LINKS_PER_HOUR } from '../mail/links.ts';
import { MAILS_PER_HOUR } from '../mail/send-registration-mail.ts';
import { members } from '../tables.ts';

const password = 'Plein-16';
const taken = 'anna@example.com';
const waiting = 'bram@example.com';
const gone = 'cato@example.com';
const left = 'dirk@example.com';
const moved = 'dirk-new@example.com';

let hashed = { new: 0, checked: 0 };
/** Counts hashes instead of measuring time. */
const counted = (passwords: Passwords): Passwords => ({
  ...passwords,
  hash(password) {
    hashed.new += 1;
    return passwords.hash(password);
  },
  check(stored, password) {
    hashed.checked += 1;
    return passwords.check(stored, password);
  },
});
const server = startTestApp({
  environment: { LOGIN_LABELS: 'generic' },
  change: ({ passwords }) => ({ passwords: counted(passwords) }),
});
let people = 0;
/** An unused address. */
const nobody = (): string => {
  people += 1;
  return `nobody-${people}@example.com`;
};

/** Texts of the mails sent to an address since the last call. */
async function mailedTo(email: string): Promise<string[]> {
  await runDueWork(server.outbox);
  const mails = server.mail.sent.filter(({ to }) => to === email);
  server.mail.sent.length = 0;
  return mails.map(({ text }) => text);
}
const tokenIn = (text = ''): string => text.match(/(?:key|token)=([\w-]+)/)?.[1] ?? '';
const exists = /een account met dit adres/;

async function aVerified(email: string): Promise<Record<string, string>> {
  await callApp(server, register, { email, password });
  await callApp(server, activate, { key: tokenIn((await mailedTo(email))[0]) });
  return bearer((await callApp(server, logIn, { username: email, password })).token);
}

beforeAll(async () => {
  await aVerified(taken);
  await callApp(server, register, { email: waiting, password });
  await eraseAccount(server, await aVerified(gone));
  const dirk = await aVerified(left);
  await callApp(server, changeEmail, { email: moved, repeatEmail: moved, password }, dirk);
  await callApp(server, confirmEmail, { key: tokenIn((await mailedTo(moved))[0]) });
  await mailedTo('');
});
beforeEach(() => {
  server.mail.sent.length = 0;
});

/** Everything a caller can observe of a response: the result, the hashing and the queued work. */
async function answerOf<Call extends AnyEndpoint>(call: Call, input: InputOf<Call>) {
  hashed = { new: 0, checked: 0 };
  const response = await server.app.request(pathOf(call), {
    method: call.method,
    headers: { 'api-key': server.deps.config.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  });
  const headers = [...response.headers].filter(([name]) => name !== 'x-request-id');
  const waits = await server.deps.db.select().from(outbox).where(eq(outbox.attempts, 0));
  const work = waits.map(({ kind }) => kind);
  await runDueWork(server.outbox);
  return {
    status: response.status,
    headers,
    body: await response.text(),
    hashed,
    work,
  };
}

describe('accounts that must not be revealed', () => {
  it.each([
    ['that has an account', taken],
    ['whose account waits for its mail', waiting],
    ['whose account was deleted', gone],
    ['that somebody can go back to', left],
  ])('registering an address %s gets the same response as a new one', async (_, email) => {
    const fresh = await answerOf(register, { email: nobody(), password });
    expect(fresh).toMatchObject({
      status: 200,
      body: 'true',
      hashed: { new: 1, checked: 0 },
      work: ['registration'],
    });
    expect(fresh.headers.map(([name]) => name)).not.toContain('set-cookie');
    expect(await answerOf(register, { email, password })).toEqual(fresh);
  });

  it('invalid input gets the same response, too', async () => {
    const refused = await answerOf(register, { email: nobody(), password: 'short' });
    expect(refused.status).toBe(400);
    expect(await answerOf(register, { email: taken, password: 'short' })).toEqual(refused);
  });

  it('P8.6 the login after it is refused the same way, so that it does not reveal the registration', async () => {
    const email = nobody();
    await answerOf(register, { email, password: 'Gracht-17' });
    await answerOf(register, { email: taken, password: 'Gracht-17' });
    const login = { username: email, password: 'Gracht-17' };
    const refused = await answerOf(logIn, login);
    expect(refused).toMatchObject({
      status: 400,
      body: '{"label":"badRequest.invalid.login"}',
      hashed: { new: 0, checked: 1 },
    });
    for (const username of [taken, waiting, gone, left, nobody()])
      expect(await answerOf(logIn, { ...login, username })).toEqual(refused);
    expect(await answerOf(logIn, { username: taken, password: 'Wrong-16' })).toEqual(refused);
  });

  it.each([
    ['a mail sent again', resendActivation],
    ['a forgotten password', forgotPassword],
  ])('%s gets the same response for any address', async (_, call) => {
    const unknown = await answerOf(call, { email: nobody() });
    expect(unknown).toMatchObject({ status: 200, body: 'true', hashed: { new: 0, checked: 0 } });
    for (const email of [taken, waiting, gone, left])
      expect(await answerOf(call, { email })).toEqual(unknown);
  });

  it('the account is created nevertheless, is opened only by its mail, and keeps the form’s values', async () => {
    const email = nobody();
    const from = '/en/stream/Femke?p=77';
    await callApp(
      server,
      register,
      { email, password, terms: true, meta: { p: '77' }, from },
      { 'x-lang': 'en' },
    );
    const [text = ''] = await mailedTo(email);
    expect(text).toContain('/en/activate?key=');
    expect(text).toContain('next=%2Fen%2Fstream%2FFemke%3Fp%3D77&p=77');
    const [row] = await server.deps.db.select().from(members).where(eq(members.email, email));
    expect(row).toMatchObject({ affiliate: '77', language: 'en', verifiedAt: null });
    expect(row?.termsAcceptedAt).toEqual(server.clock.now());
    await expect(callApp(server, logIn, { username: email, password })).rejects.toMatchObject({
      label: 'badRequest.invalid.login',
    });
    expect(await callApp(server, activate, { key: tokenIn(text) })).toEqual({
      credits: 120,
      hadCredits: false,
    });
    await callApp(server, logIn, { username: email, password });
  });

  it('registering an existing address changes nothing in its account', async () => {
    const before = await server.deps.db.select().from(members).where(eq(members.email, taken));
    await callApp(server, register, { email: ` ${taken.toUpperCase()}`, password: 'Gracht-17', terms: true });
    await runDueWork(server.outbox);
    expect(await server.deps.db.select().from(members).where(eq(members.email, taken))).toEqual(before);
  });

  it('the member is told by mail and in the trail, in the account’s language, at most 3 times an hour', async () => {
    server.clock.advance(3_600_000);
    const email = nobody();
    const headers = await aVerified(email);
    for (let n = 0; n < MAILS_PER_HOUR + 2; n += 1)
      await callApp(
        server,
        n % 2 ? resendActivation : register,
        { email, password: 'Gracht-17' },
        { 'x-lang': 'en' },
      );
    const mails = await mailedTo(email);
    expect(mails).toHaveLength(MAILS_PER_HOUR);
    for (const text of mails) {
      expect(text).toMatch(exists);
      expect(text).toContain('http://localhost:4321/login');
      expect(tokenIn(text)).toBe('');
    }
    const { result } = await callApp(server, readSecurityTrail, {}, headers);
    expect(result.filter(({ act }) => act === 'member.registration-repeated')).toHaveLength(MAILS_PER_HOUR);
    server.clock.advance(3_600_000);
    await callApp(server, register, { email, password });
    expect(await mailedTo(email)).toHaveLength(1);
  });

  it('a lost mail can be sent again, up to three valid links, and the last one works', async () => {
    const email = nobody();
    for (let n = 0; n < LINKS_PER_HOUR + 2; n += 1)
      await callApp(server, n % 2 ? resendActivation : register, { email, password });
    const mails = await mailedTo(email);
    expect(mails).toHaveLength(LINKS_PER_HOUR);
    await callApp(server, activate, { key: tokenIn(mails.at(-1)) });
    await callApp(server, logIn, { username: email, password });
  });

  it('a reset link verifies its address, grants the welcome once and logs the member in', async () => {
    const email = nobody();
    await callApp(server, register, { email, password });
    await mailedTo(email);
    await callApp(server, forgotPassword, { email });
    const [text] = await mailedTo(email);
    const token = tokenIn(text);
    const here = bearer((await callApp(server, logInWithLink, { token })).token);
    expect(await callApp(server, readBasicInfo, {}, here)).toMatchObject({ verified: true, credits: 120 });
    const fresh = { newPassword: 'Gracht-17', repeatNewPassword: 'Gracht-17' };
    await callApp(server, changePassword, { password: token, ...fresh }, here);
    await callApp(server, logIn, { username: email, password: 'Gracht-17' });
  });

  it('an address that is kept for a member gets no mail and no account', async () => {
    await callApp(server, register, { email: left, password });
    expect(await mailedTo(left)).toEqual([]);
    expect(await server.deps.db.select().from(members).where(eq(members.emailFolded, left))).toEqual([]);
  });

  it('one of two simultaneous registrations gets the account, and both get the same response', async () => {
    const email = nobody();
    const answers = await Promise.all([1, 2, 3].map(() => callApp(server, register, { email, password })));
    expect(answers).toEqual([true, true, true]);
    await runDueWork(server.outbox);
    expect(await server.deps.db.select().from(members).where(eq(members.email, email))).toHaveLength(1);
  });
});
