import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { deleteMember, logOut, readBasicInfo } from '#contract/member/account/account-calls.ts';
import {
  beginPasskey,
  beginPasskeyLogin,
  CHALLENGE_SECONDS,
  listPasskeys,
  logInWithPasskey,
} from '#contract/member/passkey-calls.ts';
import { listSessions, readSecurityTrail } from '#contract/member/settings/security-calls.ts';
import { createLimits } from '#server/calls/limits.ts';
import { blockMember, unblockMember } from '#server/desk/decisions/take-measure.ts';
import { breach } from '#server/desk/decisions/testing.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { limitRules } from '#server/ports/limits.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, variantOf } from '#server/testing/test-app.ts';
import { members } from '../tables.ts';
import {
  add,
  type Ceremony,
  type Headers,
  logInWith,
  newMember,
  password,
  softwareAuthenticator,
} from './testing.ts';

const server = startTestApp();

const FIREFOX = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

async function withPasskey(email: string, options: { counts?: boolean } = {}) {
  const headers = await newMember(server, email);
  const key = softwareAuthenticator(options);
  await add(server, headers, key);
  return { headers, key };
}
const trailOf = async (headers: Headers) =>
  (await callApp(server, readSecurityTrail, {}, headers)).result.map(({ act, device }) => [act, device]);
async function mailed() {
  const before = server.mail.sent.length;
  await runDueWork(server.outbox);
  return server.mail.sent.slice(before).map(({ subject }) => subject);
}
const memberIdOf = async (email: string) =>
  (await server.deps.db.select({ id: members.id }).from(members).where(eq(members.emailFolded, email)))[0]
    ?.id ?? 0;

/** Over HTTP, to see the cookies. */
async function postLogin(key: ReturnType<typeof softwareAuthenticator>, headers: Headers = {}) {
  const { options } = await callApp(server, beginPasskeyLogin, {});
  return server.app.request('http://localhost:4321/api/member/login/passkey', {
    method: 'POST',
    headers: { 'api-key': server.deps.config.apiKey, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ credential: key.get(options) }),
  });
}

describe('a login with a passkey', () => {
  it('opens a session like a password does: in the list, the audit trail and the cookies', async () => {
    const { key } = await withPasskey('anna@example.com');
    await mailed();
    const { token } = await logInWith(server, key, {}, FIREFOX);
    const headers = bearer(token);
    expect(await callApp(server, readBasicInfo, {}, headers)).toMatchObject({ email: 'anna@example.com' });
    expect((await callApp(server, listSessions, {}, headers)).result).toContainEqual(
      expect.objectContaining({ device: 'Firefox · Linux', isCurrent: true }),
    );
    expect((await trailOf(headers))[0]).toEqual(['member.logged-in', 'Firefox · Linux']);
    expect(await mailed()).toEqual(['Nieuwe login bij Vonk']);
    const at = server.clock.now().toISOString();
    expect((await callApp(server, listPasskeys, {}, headers)).result).toMatchObject([{ lastUsedAt: at }]);

    const cookies = (await postLogin(key)).headers.getSetCookie().join('\n');
    expect(cookies).toMatch(/vonk_session=[^;]+;.*HttpOnly/);
    expect(cookies).toMatch(/vonk_device=[^;]+;.*HttpOnly/);
  });

  it('marks the browser as known and ends its earlier session', async () => {
    const { key } = await withPasskey('bram@example.com');
    const first = await postLogin(key);
    await mailed();
    const cookie = first.headers
      .getSetCookie()
      .map((line) => line.split(';')[0] ?? '')
      .join('; ');
    server.pushes.length = 0;
    const second = await postLogin(key, { cookie, origin: 'http://localhost:4321' });
    expect(second.status).toBe(200);
    expect(await mailed()).toEqual([]);
    expect(server.pushes.map(({ name }) => name)).toContain('end-session');
  });

  it('is possible with an unverified address, as with the password', async () => {
    const { key } = await withPasskey('cato@example.com');
    const { token } = await logInWith(server, key);
    expect(await callApp(server, readBasicInfo, {}, bearer(token))).toMatchObject({ verified: false });
  });

  it('is refused to a blocked member until the block is undone', async () => {
    const { key } = await withPasskey('dirk@example.com');
    const [memberId, root] = [await memberIdOf('dirk@example.com'), operatorCaller('root', 'test')];
    await blockMember(server.deps, root, { memberId, ...breach });
    await expect(logInWith(server, key)).rejects.toMatchObject({ label: 'badRequest.login.blocked' });
    await unblockMember(server.deps, root, { memberId });
    expect(await logInWith(server, key)).toMatchObject({ token: expect.any(String) });
  });

  it('cancels a requested deletion', async () => {
    const { key, headers } = await withPasskey('eva@example.com');
    await callApp(server, deleteMember, {}, headers);
    await mailed();
    await logInWith(server, key);
    expect(await mailed()).toContain('Je account bij Vonk blijft bestaan');
  });

  it('reveals nothing about accounts for an unknown passkey', async () => {
    const stranger = softwareAuthenticator();
    const { options } = await callApp(
      server,
      beginPasskey,
      { password },
      await newMember(server, 'fien@example.com'),
    );
    stranger.create(options);
    await expect(logInWith(server, stranger)).rejects.toMatchObject({
      label: 'badRequest.passkey.notExists',
    });
  });

  it.each<[string, Ceremony]>([
    ['was asked for by another site', { origin: 'https://vonk.evil.example' }],
    ['is for another domain', { rpId: 'evil.example' }],
    ['was given without finger or PIN', { isVerified: false }],
    ['is the answer to adding one', { type: 'webauthn.create' }],
    ['names another account', { userHandle: 'x'.repeat(43) }],
  ])('is refused if the response %s', async (_, ceremony) => {
    const { key, headers } = await withPasskey(`refused-${server.deps.newId()}@example.com`);
    const before = (await callApp(server, listSessions, {}, headers)).result.length;
    await expect(logInWith(server, key, ceremony)).rejects.toMatchObject({
      label: 'badRequest.passkey.invalid',
    });
    expect((await callApp(server, listSessions, {}, headers)).result).toHaveLength(before);
  });

  it('is refused with the signature of another passkey', async () => {
    const { key } = await withPasskey('gijs@example.com');
    const { key: other } = await withPasskey('hans@example.com');
    const { options } = await callApp(server, beginPasskeyLogin, {});
    const [mine, theirs] = [key.get(options), other.get(options)];
    const credential = { ...mine, response: { ...mine.response, signature: theirs.response.signature } };
    await expect(callApp(server, logInWithPasskey, { credential })).rejects.toMatchObject({
      label: 'badRequest.passkey.invalid',
    });
  });

  it('works once per challenge, within five minutes, and not with one for adding', async () => {
    const { key, headers } = await withPasskey('ilse@example.com');
    const send = (credential: ReturnType<typeof key.get>) =>
      callApp(server, logInWithPasskey, { credential });
    const expired = { label: 'badRequest.passkey.expired' };
    const begin = async () => (await callApp(server, beginPasskeyLogin, {})).options;

    const once = key.get(await begin());
    await send(once);
    await expect(send(once)).rejects.toMatchObject(expired);

    const late = key.get(await begin());
    server.clock.advance(CHALLENGE_SECONDS * 1000);
    await expect(send(late)).rejects.toMatchObject(expired);

    const { options } = await callApp(server, beginPasskey, { password }, headers);
    const crossed = key.get(await begin(), { challenge: options.challenge });
    await expect(send(crossed)).rejects.toMatchObject(expired);
  });

  it('is rate-limited', async () => {
    const { key } = await withPasskey('joop@example.com');
    const limited = variantOf(server, { limits: createLimits(null) });
    const { options } = await callApp(server, beginPasskeyLogin, {});
    const credential = key.get(options);
    const labels: string[] = [];
    for (let n = 0; n <= limitRules.login.points; n += 1)
      await callApp(limited, logInWithPasskey, { credential }).catch((error) => labels.push(error.label));
    expect(labels.at(-1)).toBe('badRequest.tooMany');
    expect(labels.slice(0, -1)).not.toContain('badRequest.tooMany');
  });

  it('can be followed by a log-out like any other', async () => {
    const { key } = await withPasskey('kees@example.com');
    const headers = bearer((await logInWith(server, key)).token);
    await callApp(server, logOut, {}, headers);
    await expect(callApp(server, readBasicInfo, {}, headers)).rejects.toMatchObject({
      label: 'badRequest.unauthorized',
    });
  });
});

describe('a passkey with a signature counter', () => {
  it('logs in while the counter grows', async () => {
    const { key } = await withPasskey('lies@example.com', { counts: true });
    for (let n = 0; n < 3; n += 1)
      expect(await logInWith(server, key)).toMatchObject({ token: expect.any(String) });
  });

  it('is refused if the counter stands still or falls: the member is told once a day', async () => {
    const { key, headers } = await withPasskey('mies@example.com', { counts: true });
    await logInWith(server, key, { counter: 7 });
    await mailed();
    const copied = { label: 'badRequest.passkey.copied' };
    for (const counter of [7, 3, 0]) {
      await expect(logInWith(server, key, { counter })).rejects.toMatchObject(copied);
    }
    expect(await mailed()).toEqual(['Login met je passkey geweigerd bij Vonk']);
    const acts = (await trailOf(headers)).map(([act]) => act);
    expect(acts.filter((act) => act === 'member.passkey-copied')).toHaveLength(3);
    expect((await callApp(server, listPasskeys, {}, headers)).result).toMatchObject([{ isCopied: true }]);
    server.clock.advance(24 * 3_600_000);
    await expect(logInWith(server, key, { counter: 7 })).rejects.toMatchObject(copied);
    expect(await mailed()).toEqual(['Login met je passkey geweigerd bij Vonk']);
    // The authenticator with the higher counter still works.
    expect(await logInWith(server, key, { counter: 8 })).toMatchObject({ token: expect.any(String) });
  });

  it('raises no alarm for a response without the key', async () => {
    const { key } = await withPasskey('nico@example.com', { counts: true });
    await logInWith(server, key, { counter: 7 });
    await mailed();
    const { options } = await callApp(server, beginPasskeyLogin, {});
    const signed = key.get(options, { counter: 1 });
    const credential = { ...signed, response: { ...signed.response, signature: 'AAAA' } };
    await expect(callApp(server, logInWithPasskey, { credential })).rejects.toMatchObject({
      label: 'badRequest.passkey.invalid',
    });
    expect(await mailed()).toEqual([]);
  });

  it('opens one session for two uses with the same counter', async () => {
    const { key } = await withPasskey('olga@example.com', { counts: true });
    const outcomes = await Promise.allSettled([
      logInWith(server, key, { counter: 5 }),
      logInWith(server, key, { counter: 5 }),
    ]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});
