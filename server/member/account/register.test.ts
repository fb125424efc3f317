import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { logIn, readBasicInfo, register } from '#contract/member/account/account-calls.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, variantOf } from '#server/testing/test-app.ts';
import { members } from '../tables.ts';

const server = startTestApp();

const password = 'Plein-16';

describe('registering', () => {
  it('P3.4 P7.1 P7.9 creates an unverified account without credits that logs in by e-mail', async () => {
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
      emailRefused: false,
    });
  });

  it('P3.4 returns the page of the registration as the lander', async () => {
    const from = '/en/profile/Noor?p=77';
    await callApp(server, register, { email: 'lies@example.com', password, from });
    const { token } = await callApp(server, logIn, { username: 'lies@example.com', password });
    expect(await callApp(server, readBasicInfo, {}, bearer(token))).toMatchObject({ lander: from });
  });

  it('treats an address in other case as the same', async () => {
    await callApp(server, register, { email: 'bram@example.com', password });
    const again = callApp(server, register, { email: ' Bram@Example.com', password });
    await expect(again).rejects.toMatchObject({ label: 'badRequest.email_exists' });
  });

  it('accepts non-ASCII addresses and compares the ASCII form of their domain', async () => {
    await callApp(server, register, { email: 'jörg@münchen.de', password });
    await callApp(server, logIn, { username: 'Jo\u0308rg@xn--mnchen-3ya.de', password });
  });

  it('sends the mail in the page’s language', async () => {
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
    ['P5.23 terms that are not accepted', { email: 'x@example.com', password, terms: false }, ['terms']],
    ['a password without a digit', { email: 'x@example.com', password: 'onlyletters' }, ['password']],
    ['a password that is too short', { email: 'x@example.com', password: 'a1b2' }, ['password']],
  ])('refuses %s and names the field', async (_, input, fields) => {
    await expect(callApp(server, register, input)).rejects.toMatchObject({
      label: 'badRequest.invalid.input',
      fields,
    });
  });

  it('refuses a common password', async () => {
    // The first is on the form's list as well, the second only on the server's.
    for (const everybodys of ['Welkom123', 'Jennifer1']) {
      const attempt = callApp(server, register, { email: 'x@example.com', password: everybodys });
      await expect(attempt).rejects.toMatchObject({ label: 'badRequest.password_common' });
    }
  });

  it('P5.7 accepts a common password under the policy of the specification', async () => {
    const spec = variantOf(server, { config: { ...server.deps.config, passwordPolicy: 'spec' } });
    for (const [at, everybodys] of ['Abc123', 'Jennifer1', 'password1'].entries()) {
      const input = { email: `spec-${at}@example.com`, password: everybodys };
      expect(await callApp(spec, register, input)).toBe(true);
    }
  });

  it('P5.23 dates the acceptance of the terms, also for clients without a checkbox', async () => {
    await callApp(server, register, { email: 'plain@example.com', password });
    const { emailFolded, termsAcceptedAt } = members;
    expect(
      await server.deps.db
        .select({ termsAcceptedAt })
        .from(members)
        .where(eq(emailFolded, 'plain@example.com')),
    ).toEqual([{ termsAcceptedAt: server.clock.now() }]);
  });

  it('follows the policy that length counts and composition does not', async () => {
    const asvs = variantOf(server, { config: { ...server.deps.config, passwordPolicy: 'asvs' } });
    await callApp(asvs, register, { email: 'x@example.com', password: 'correct horse battery staple' });
    await expect(
      callApp(asvs, register, { email: 'y@example.com', password: 'Short-1' }),
    ).rejects.toMatchObject({
      fields: ['password'],
    });
  });

  it('P3.17 stores no unexpected field of the body, and no readable password', async () => {
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

  it('gives the account to one of two simultaneous registrations of an address', async () => {
    const attempt = () => callApp(server, register, { email: 'fien@example.com', password });
    const results = await Promise.allSettled([attempt(), attempt(), attempt()]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
