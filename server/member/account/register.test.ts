import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { logIn, readBasicInfo, register } from '#contract/member/account-calls.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { bearer, callApp, createTestApp, type TestApp, variantOf } from '#server/testing/test-app.ts';
import { members } from './tables.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.close());

const password = 'Plein-16';

describe('registering', () => {
  it('makes an unverified account that logs in by e-mail and has no credits yet', async () => {
    await callApp(server, register, { email: 'anna@example.com', password });
    const { token } = await callApp(server, logIn, { username: 'anna@example.com', password });
    expect(await callApp(server, readBasicInfo, {}, bearer(token))).toEqual({
      username: 'anna@example.com',
      capName: 'Anna@example.com',
      email: 'anna@example.com',
      credits: 0,
      lander: '',
      endUserText: '',
      verified: false,
    });
  });

  it('tells the page of the registration as the lander', async () => {
    const from = '/en/profile/Noor?p=77';
    await callApp(server, register, { email: 'lies@example.com', password, from });
    const { token } = await callApp(server, logIn, { username: 'lies@example.com', password });
    expect(await callApp(server, readBasicInfo, {}, bearer(token))).toMatchObject({ lander: from });
  });

  it('takes an address in other capitals for the same', async () => {
    await callApp(server, register, { email: 'bram@example.com', password });
    const again = callApp(server, register, { email: ' Bram@Example.com', password });
    await expect(again).rejects.toMatchObject({ label: 'badRequest.email_exists' });
  });

  it('takes addresses beyond ASCII, and knows them by the ASCII form of their domain', async () => {
    await callApp(server, register, { email: 'jörg@münchen.de', password });
    await callApp(server, logIn, { username: 'Jo\u0308rg@xn--mnchen-3ya.de', password });
  });

  it('writes in the language of the page', async () => {
    await callApp(server, register, { email: 'carl@example.com', password }, { 'x-lang': 'en' });
    await callApp(server, register, { email: 'dora@example.com', password }, { 'x-lang': 'nl' });
    await runDueWork(server.outbox);
    const mailTo = (to: string) => server.mail.sent.find((mail) => mail.to === to);
    expect(mailTo('carl@example.com')?.text).toContain('http://localhost:4321/en/activate?key=');
    expect(mailTo('dora@example.com')?.text).toContain('http://localhost:4321/activate?key=');
    expect(mailTo('carl@example.com')?.subject).not.toBe(mailTo('dora@example.com')?.subject);
  });

  it.each([
    ['no address', { email: 'anna', password }, ['email']],
    ['two dots in a row', { email: 'a..b@c.nl', password }, ['email']],
    ['terms that are not accepted', { email: 'x@example.com', password, terms: false }, ['terms']],
    ['a password without a digit', { email: 'x@example.com', password: 'onlyletters' }, ['password']],
    ['a password that is too short', { email: 'x@example.com', password: 'a1b2' }, ['password']],
  ])('refuses %s and names the field', async (_, input, fields) => {
    await expect(callApp(server, register, input)).rejects.toMatchObject({
      label: 'badRequest.invalid.input',
      fields,
    });
  });

  it('refuses a password that everybody has', async () => {
    // The first is on the list that the form knows, too; the second on the server's.
    for (const everybodys of ['Welkom123', 'Jennifer1']) {
      const attempt = callApp(server, register, { email: 'x@example.com', password: everybodys });
      await expect(attempt).rejects.toMatchObject({ label: 'badRequest.password_common' });
    }
  });

  it('follows the house where length counts and composition does not', async () => {
    const asvs = variantOf(server, { config: { ...server.deps.config, passwordPolicy: 'asvs' } });
    await callApp(asvs, register, { email: 'x@example.com', password: 'correct horse battery staple' });
    await expect(
      callApp(asvs, register, { email: 'y@example.com', password: 'Short-1' }),
    ).rejects.toMatchObject({
      fields: ['password'],
    });
  });

  it('stores nothing a stranger adds to the body, and no password anybody could read', async () => {
    const sneaky = { verifiedAt: '2020-01-01', credits: 99, id: 1, username: 'admin', deletedAt: 'now' };
    const input = { email: 'eve@example.com', password, meta: { p: '61' }, terms: true, ...sneaky };
    await callApp(server, register, input);
    const [row] = await server.deps.db
      .select()
      .from(members)
      .where(eq(members.emailFolded, 'eve@example.com'));
    expect(row).toMatchObject({ verifiedAt: null, username: 'eve@example.com', meta: { p: '61' } });
    expect(row?.termsAcceptedAt).toEqual(server.clock.now());
    expect(row?.passwordHash).toMatch(/^\$argon2id\$/);
  });

  it('gives one of two who register the same address at once the account', async () => {
    const attempt = () => callApp(server, register, { email: 'fien@example.com', password });
    const results = await Promise.allSettled([attempt(), attempt(), attempt()]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
