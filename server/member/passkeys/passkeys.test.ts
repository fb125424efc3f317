import { eq, sql } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readBasicInfo } from '#contract/member/account/account-calls.ts';
import {
  addPasskey,
  beginPasskey,
  CHALLENGE_SECONDS,
  listPasskeys,
  PASSKEYS_MAX,
  removePasskey,
  renamePasskey,
} from '#contract/member/passkey-calls.ts';
import { changePassword } from '#contract/member/settings/password-calls.ts';
import { readSecurityTrail } from '#contract/member/settings/security-calls.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import { passkeyChallenges, passkeys } from '#server/identity/tables.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { callApp, createTestApp, variantOf } from '#server/testing/test-app.ts';
import { removeMember } from '../deletion/erase-member.ts';
import { sweepChallenges } from './challenges.ts';
import { add, type Headers, logInWith, newMember, password, softwareAuthenticator } from './testing.ts';

const server = startTestApp();

const FIREFOX = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
const listOf = async (headers: Headers) => (await callApp(server, listPasskeys, {}, headers)).result;
const trailOf = async (headers: Headers) =>
  (await callApp(server, readSecurityTrail, {}, headers)).result.map(({ act }) => act);
async function mailed() {
  const before = server.mail.sent.length;
  await runDueWork(server.outbox);
  return server.mail.sent.slice(before);
}

describe('adding a passkey', () => {
  it('lists it, records it in the audit trail and tells the member by mail', async () => {
    const anna = await newMember(server, 'anna@example.com', FIREFOX);
    await mailed();
    const added = await add(server, anna);
    const at = server.clock.now().toISOString();
    expect(added).toEqual({
      passkey: expect.any(String),
      name: 'Firefox · Linux',
      createdAt: at,
      lastUsedAt: null,
      isSynced: false,
      isCopied: false,
    });
    expect(await listOf(anna)).toEqual([added]);
    expect((await trailOf(anna))[0]).toBe('member.passkey-added');
    const [mail, ...others] = await mailed();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: 'anna@example.com', subject: 'Nieuwe passkey bij Vonk' });
    expect(mail?.text).toContain('“Firefox · Linux”');
    expect(mail?.text).toContain('/login?next=%2Fsettings%2Fsecurity');
  });

  it('requires the password', async () => {
    const bram = await newMember(server, 'bram@example.com');
    await expect(callApp(server, beginPasskey, { password: 'Wrong-16' }, bram)).rejects.toMatchObject({
      label: 'badRequest.incorrectPassword',
    });
    await expect(callApp(server, beginPasskey, { password }, {})).rejects.toMatchObject({
      label: 'badRequest.unauthorized',
    });
  });

  it('is named after its provider, with a number if that is taken, or as the member chooses', async () => {
    const cato = await newMember(server, 'cato@example.com', FIREFOX);
    const bitwarden = softwareAuthenticator({ aaguid: 'd548826e-79b4-db40-a3d8-11116f7e8349' });
    const names = [
      await add(server, cato, bitwarden),
      await add(server, cato, bitwarden),
      await add(server, cato, undefined, { name: '  Sleutelhanger ' }),
    ].map(({ name }) => name);
    expect(names).toEqual(['Bitwarden', 'Bitwarden 2', 'Sleutelhanger']);
  });

  it('identifies the account by random bytes, the same for all passkeys of a member', async () => {
    const dirk = await newMember(server, 'dirk@example.com');
    const begin = async (headers: Headers) =>
      (await callApp(server, beginPasskey, { password }, headers)).options;
    const [eva, first] = [await newMember(server, 'eva@example.com'), await begin(dirk)];
    const key = softwareAuthenticator();
    const credential = key.create(first);
    await callApp(server, addPasskey, { credential }, dirk);
    const second = await begin(dirk);
    expect(second.user.id).toBe(first.user.id);
    expect(Buffer.from(second.user.id, 'base64url')).toHaveLength(32);
    expect((await begin(eva)).user.id).not.toBe(first.user.id);
    expect(second.excludeCredentials).toEqual([
      { id: credential.id, type: 'public-key', transports: ['internal'] },
    ]);
    expect(second).toMatchObject({
      rp: { id: 'localhost', name: 'Vonk' },
      user: { name: 'dirk@example.com' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    });
  });

  it('works once per challenge, within five minutes, and in the login that requested it', async () => {
    const fien = await newMember(server, 'fien@example.com');
    const begin = async () => (await callApp(server, beginPasskey, { password }, fien)).options;
    const answer = (credential: ReturnType<ReturnType<typeof softwareAuthenticator>['create']>, who = fien) =>
      callApp(server, addPasskey, { credential }, who);
    const expired = { label: 'badRequest.passkey.expired' };
    const key = softwareAuthenticator();

    const options = await begin();
    await answer(key.create(options));
    await expect(answer(key.create(options))).rejects.toMatchObject(expired);

    const late = await begin();
    server.clock.advance(CHALLENGE_SECONDS * 1000);
    await expect(answer(key.create(late))).rejects.toMatchObject(expired);

    const gijs = await newMember(server, 'gijs@example.com');
    await expect(answer(key.create(await begin()), gijs)).rejects.toMatchObject(expired);

    const forged = key.create(await begin(), { challenge: 'x'.repeat(43) });
    await expect(answer(forged)).rejects.toMatchObject(expired);
    expect(await listOf(fien)).toHaveLength(1);
    expect(await listOf(gijs)).toEqual([]);
  });

  it.each([
    ['another site', { origin: 'https://vonk.evil.example' }],
    ['another port', { origin: 'http://localhost:4322' }],
    ['another domain', { rpId: 'evil.example' }],
    ['nobody having been asked for a finger or PIN', { isVerified: false }],
    ['the wrong kind of answer', { type: 'webauthn.get' }],
    [
      'certificates, which name addresses to be fetched',
      { attestation: { fmt: 'packed', x5c: [new Uint8Array([1, 2, 3])] } },
    ],
    ['an unknown statement', { attestation: { fmt: 'tpm' } }],
  ])('is refused for %s, and the challenge is used up', async (_, ceremony) => {
    const headers = await newMember(server, `refused-${server.deps.newId()}@example.com`);
    const { options } = await callApp(server, beginPasskey, { password }, headers);
    const key = softwareAuthenticator();
    const send = (credential: ReturnType<typeof key.create>) =>
      callApp(server, addPasskey, { credential }, headers);
    await expect(send(key.create(options, ceremony))).rejects.toMatchObject({
      label: 'badRequest.passkey.invalid',
    });
    await expect(send(key.create(options))).rejects.toMatchObject({ label: 'badRequest.passkey.expired' });
    expect(await listOf(headers)).toEqual([]);
  });

  it('accepts the site’s own domain if API and cookies use a parent domain', async () => {
    const apart = await createTestApp({
      environment: {
        PUBLIC_URL: 'https://www.vonk.example',
        API_URL: 'https://api.vonk.example',
        COOKIE_DOMAIN: 'vonk.example',
      },
    });
    const headers = await newMember(apart, 'hans@example.com');
    const { options } = await callApp(apart, beginPasskey, { password }, headers);
    expect(options.rp.id).toBe('vonk.example');
    const send = (origin: string, challenge: typeof options) =>
      callApp(
        apart,
        addPasskey,
        { credential: softwareAuthenticator().create(challenge, { origin }) },
        headers,
      );
    await expect(send('https://api.vonk.example', options)).rejects.toMatchObject({
      label: 'badRequest.passkey.invalid',
    });
    const again = await callApp(apart, beginPasskey, { password }, headers);
    expect(await send('https://www.vonk.example', again.options)).toMatchObject({ lastUsedAt: null });
    await apart.close();
  });

  it('is limited to ten, also for concurrent requests', async () => {
    const ilse = await newMember(server, 'ilse@example.com');
    for (let n = 0; n < PASSKEYS_MAX - 1; n += 1) await add(server, ilse);
    const outcomes = await Promise.allSettled([add(server, ilse), add(server, ilse)]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await listOf(ilse)).toHaveLength(PASSKEYS_MAX);
    await expect(callApp(server, beginPasskey, { password }, ilse)).rejects.toMatchObject({
      label: 'badRequest.passkey.full',
    });
  });

  it('accepts a passkey once', async () => {
    const joop = await newMember(server, 'joop@example.com');
    const key = softwareAuthenticator();
    await add(server, joop, key);
    const kees = await newMember(server, 'kees@example.com');
    const { options } = await callApp(server, beginPasskey, { password }, kees);
    const credential = key.create(options);
    const [row] = await server.deps.db.select().from(passkeys).limit(1);
    await server.deps.db
      .update(passkeys)
      .set({ credentialId: credential.id })
      .where(eq(passkeys.id, row?.id ?? ''));
    await expect(callApp(server, addPasskey, { credential }, kees)).rejects.toMatchObject({
      label: 'badRequest.passkey.exists',
    });
  });

  it('deletes expired challenges', async () => {
    await callApp(server, beginPasskey, { password }, await newMember(server, 'lies@example.com'));
    const { db } = server.deps;
    await sweepChallenges(server.deps);
    expect((await db.select().from(passkeyChallenges)).length).toBeGreaterThan(0);
    server.clock.advance(CHALLENGE_SECONDS * 1000);
    await sweepChallenges(server.deps);
    expect(await db.select().from(passkeyChallenges)).toEqual([]);
  });
});

describe('a passkey', () => {
  it('is renamed, recorded and mailed; the same name changes nothing', async () => {
    const mies = await newMember(server, 'mies@example.com');
    const { passkey } = await add(server, mies);
    await mailed();
    const rename = (name: string) => callApp(server, renamePasskey, { passkey, name }, mies);
    await rename(' Telefoon ');
    await rename('Telefoon');
    expect((await listOf(mies)).map(({ name }) => name)).toEqual(['Telefoon']);
    expect((await trailOf(mies)).filter((act) => act === 'member.passkey-renamed')).toHaveLength(1);
    const mails = await mailed();
    expect(mails.map(({ subject }) => subject)).toEqual(['Passkey bij Vonk heeft een andere naam']);
    expect(mails[0]?.text).toContain('“Telefoon”');
    for (const bad of [' ', 'x'.repeat(61)])
      await expect(rename(bad)).rejects.toMatchObject({
        label: 'badRequest.invalid.input',
        fields: ['name'],
      });
  });

  it('is removed, even the last one, and opens nothing afterwards', async () => {
    const nico = await newMember(server, 'nico@example.com');
    const key = softwareAuthenticator();
    const { passkey } = await add(server, nico, key);
    await mailed();
    expect(await callApp(server, removePasskey, { passkey }, nico)).toBe(true);
    expect(await callApp(server, removePasskey, { passkey }, nico)).toBe(true);
    expect(await listOf(nico)).toEqual([]);
    expect((await trailOf(nico))[0]).toBe('member.passkey-removed');
    expect((await mailed()).map(({ subject }) => subject)).toEqual(['Passkey verwijderd bij Vonk']);
    await expect(logInWith(server, key)).rejects.toMatchObject({ label: 'badRequest.passkey.notExists' });
    expect(await callApp(server, readBasicInfo, {}, nico)).toMatchObject({ email: 'nico@example.com' });
  });

  it('cannot be renamed or removed by another member', async () => {
    const olga = await newMember(server, 'olga@example.com');
    const piet = await newMember(server, 'piet@example.com');
    const key = softwareAuthenticator();
    const { passkey, name } = await add(server, olga, key);
    await mailed();
    await expect(callApp(server, renamePasskey, { passkey, name: 'van mij' }, piet)).rejects.toMatchObject({
      label: 'badRequest.passkey.notExists',
    });
    const missing = server.deps.newId();
    await expect(
      callApp(server, renamePasskey, { passkey: missing, name: 'van mij' }, piet),
    ).rejects.toMatchObject({ label: 'badRequest.passkey.notExists' });
    expect(await callApp(server, removePasskey, { passkey }, piet)).toBe(true);
    expect(await listOf(piet)).toEqual([]);
    expect(await listOf(olga)).toMatchObject([{ passkey, name }]);
    expect(await mailed()).toEqual([]);
    expect(await logInWith(server, key)).toMatchObject({ token: expect.any(String) });
  });

  it('stays when the password changes, and the mail says so', async () => {
    const rosa = await newMember(server, 'rosa@example.com');
    const key = softwareAuthenticator();
    await add(server, rosa, key);
    await mailed();
    const passwords = { password, newPassword: 'Gracht-17', repeatNewPassword: 'Gracht-17' };
    await callApp(server, changePassword, passwords, rosa);
    const [mail] = await mailed();
    expect(mail?.subject).toBe('Je wachtwoord bij Vonk is gewijzigd');
    expect(mail?.text).toContain('Met je passkey kun je nog steeds inloggen.');
    await logInWith(server, key);
  });

  it('is in the personal data without its key, and is deleted with the account', async () => {
    const email = 'saar@example.com';
    const saar = await newMember(server, email);
    const key = softwareAuthenticator();
    await add(server, saar, key, { name: 'Laptop' });
    const headers = { 'api-key': server.deps.config.apiKey, ...saar };
    const answer = await server.app.request('/api/member/data', { headers });
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    expect(JSON.parse(strFromU8(files['passkeys.json'] ?? new Uint8Array()))).toEqual([
      {
        id: expect.any(String),
        name: 'Laptop',
        createdAt: server.clock.now().toISOString(),
        lastUsedAt: null,
      },
    ]);
    await removeMember(server.deps, operatorCaller('root'), email);
    const { rows } = (await server.deps.db.execute(
      sql`select count(*)::int as left from passkey where name = 'Laptop'`,
    )) as unknown as { rows: { left: number }[] };
    expect(rows).toEqual([{ left: 0 }]);
    await expect(logInWith(server, key)).rejects.toMatchObject({ label: 'badRequest.passkey.notExists' });
  });

  it('is refused if the brand has no passkeys', async () => {
    const headers = await newMember(server, 'teun@example.com');
    const without = variantOf(server, {
      brand: { ...server.deps.brand, hasFeature: (feature) => feature !== 'passkeys' },
    });
    const off = { label: 'badRequest.notFound' };
    await expect(callApp(without, listPasskeys, {}, headers)).rejects.toMatchObject(off);
    await expect(callApp(without, beginPasskey, { password }, headers)).rejects.toMatchObject(off);
    await expect(logInWith(without, softwareAuthenticator())).rejects.toMatchObject(off);
  });
});
