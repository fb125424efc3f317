import { asc, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import {
  checkDeskLink,
  deskLogin,
  deskLogOut,
  endDeskSession,
  endOperatorSessions,
  endOtherDeskSessions,
  listDeskSessions,
  listOperators,
  readDeskAccount,
  redeemDeskLink,
} from '#contract/desk/account/account-calls.ts';
import { pathOf } from '#contract/endpoint.ts';
import { auditRows } from '#server/audit/tables.ts';
import { createLimits } from '#server/calls/limits.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import { identityCookies } from '#server/identity/client.ts';
import { offeredKey } from '#server/identity/factor/authenticator.ts';
import { operatorByName } from '#server/identity/operators/reads.ts';
import { operators } from '#server/identity/tables.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { limitRules } from '#server/ports/limits.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { aMember, anOperator, aPerformer, deskHeaders, logInAtDesk } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, variantOf } from '#server/testing/test-app.ts';
import { sendDeskLink } from './desk-link.ts';
import { disableOperator, endOperatorSessions as endSessionsOf, setOperatorRole } from './operators.ts';
import { activeModerator, addModerator, codeOf, mailedKey, newPassword } from './testing.ts';

const PERIOD_MS = 30_000;

describe.each(databaseKinds())('an operator on $name', (database) => {
  const test = startTestApp({ on: database });
  const shell = operatorCaller('root', 'new colleague');

  const add = (name: string) => addModerator(test, shell, name);
  const active = (name: string) => activeModerator(test, shell, name);
  const actsOf = async (name: string) =>
    (
      await test.deps.db
        .select({ act: auditRows.act, actor: auditRows.actor, reason: auditRows.reason })
        .from(auditRows)
        .where(eq(auditRows.subject, `operator:${name}`))
        .orderBy(asc(auditRows.id))
    ).map(({ act, actor, reason }) => [act, actor, reason].join(' '));

  it('is added from the shell and sets up password and app through a mailed link', async () => {
    await add('anna');
    const key = await mailedKey(test, 'anna');
    const offer = await callApp(test, checkDeskLink, { key });
    expect(offer).toMatchObject({ name: 'anna', email: 'anna@example.com' });
    expect(offer.authenticator).toContain(`secret=${offer.secret}`);
    await expect(callApp(test, redeemDeskLink, { key, newPassword, code: '000000' })).rejects.toThrow(
      'badRequest.code.invalid',
    );
    expect(await callApp(test, checkDeskLink, { key })).toEqual(offer);
    const redeemed = { key, newPassword, code: codeOf(test, key) };
    const { headers } = await logInAtDesk(test, redeemDeskLink, redeemed);
    expect(await callApp(test, readDeskAccount, {}, headers)).toEqual({
      name: 'anna',
      role: 'moderator',
      until: '2026-11-20T20:00:00.000Z',
      hasShortPassword: false,
      isLocked: false,
      idleSeconds: 480 * 60,
    });
    await expect(callApp(test, checkDeskLink, { key })).rejects.toThrow('badRequest.link.used');
    expect(await actsOf('anna')).toEqual([
      'operator.added operator:root new colleague',
      'operator.link-sent operator:root new colleague',
      'operator.activated guest ',
      'operator.logged-in guest ',
    ]);
  });

  it('logs in with password and code, each code once', async () => {
    const bram = await active('bram');
    const logIn = (change: { password?: string; code?: string; email?: string } = {}) =>
      callApp(test, deskLogin, { email: bram.email, password: newPassword, code: bram.code(), ...change });
    // The link used the code of this period.
    await expect(logIn()).rejects.toThrow('badRequest.invalid.login');
    test.clock.advance(PERIOD_MS);
    for (const wrong of [{ password: 'fout' }, { code: '123456' }, { email: 'nobody@example.com' }])
      await expect(logIn(wrong)).rejects.toThrow('badRequest.invalid.login');
    const code = bram.code();
    const both = await Promise.allSettled([logIn({ code }), logIn({ email: 'BRAM@example.com', code })]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    test.clock.advance(PERIOD_MS);
    expect((await logIn({ code: bram.code().replace(/^.../, '$& ') })).token).toBeTruthy();
  });

  it('sets up and logs in with the codes of a phone, however far the host’s clock has jumped', async () => {
    for (const [name, ms] of [
      ['hanna', 3_600_000],
      ['ivo', -7_200_000],
    ] as const) {
      test.clock.jump(ms);
      const { email, code } = await active(name);
      test.clock.advance(PERIOD_MS);
      const realCode = code();
      expect(
        (await callApp(test, deskLogin, { email, password: newPassword, code: realCode })).token,
      ).toBeTruthy();
    }
    test.clock.jump(3_600_000);
  });

  it('stays logged in for eight hours, in that browser only', async () => {
    const [carla, dirk] = [await active('carla'), await active('dirk')];
    const logged: unknown[] = [];
    const watched = variantOf(test, { events: { record: (...event) => void logged.push(event) } });
    const read = (headers: Record<string, string>, on = test) => callApp(on, readDeskAccount, {}, headers);
    await expect(read(bearer(carla.token))).rejects.toThrow('unauthorized');
    const { session, deskDevice } = identityCookies(test.deps.config);
    const deviceOf = (headers: Record<string, string>) => headers['cookie']?.split(`${deskDevice}=`)[1] ?? '';
    await expect(read({ cookie: `${session}=${carla.token}` })).rejects.toThrow('unauthorized');
    await read({ ...carla.headers, 'user-agent': 'the same browser after an update' });
    const { cookie } = deskHeaders(test, { token: carla.token, device: deviceOf(dirk.headers) });
    await expect(read({ ...carla.headers, cookie: `${cookie}` }, watched)).rejects.toThrow('unauthorized');
    expect(logged).toContainEqual([
      'operator.session-moved',
      expect.objectContaining({ operator: (await operatorByName(test.deps.db, 'carla'))?.id }),
    ]);
    await expect(read(carla.headers)).rejects.toThrow('unauthorized');
    test.clock.advance(8 * 3_600_000 - 1000);
    await read(dirk.headers);
    test.clock.advance(1000);
    await expect(read(dirk.headers)).rejects.toThrow('unauthorized');
  });

  it('sets a cookie for the desk alone, and logs out', async () => {
    const emma = await active('emma');
    test.clock.advance(PERIOD_MS);
    const body = JSON.stringify({ email: emma.email, password: newPassword, code: emma.code() });
    const headers = { 'api-key': test.deps.config.apiKey, 'content-type': 'application/json' };
    const response = await test.app.request(pathOf(deskLogin), { method: 'POST', headers, body });
    const cookies = response.headers.getSetCookie().join('\n');
    expect(cookies).toMatch(/^vonk_desk=\S+; Max-Age=28800; Path=\/; HttpOnly; SameSite=Lax/m);
    expect(cookies).toMatch(/^vonk_desk_device=\S{40,}; Max-Age=28800; Path=\/; HttpOnly; SameSite=Lax/m);
    expect(cookies).not.toContain('vonk_session');
    await callApp(test, deskLogOut, {}, emma.headers);
    await expect(callApp(test, readDeskAccount, {}, emma.headers)).rejects.toThrow('unauthorized');
    expect(await callApp(test, deskLogOut, {})).toBe(true);
  });

  it('is told by mail about a new browser, and not about a known one', async () => {
    const nora = await active('nora');
    const mails = () => test.mail.sent.filter(({ to, subject }) => to === nora.email && /^New/.test(subject));
    const logIn = async (headers: Record<string, string>) => {
      test.clock.advance(PERIOD_MS);
      const body = JSON.stringify({ email: nora.email, password: newPassword, code: nora.code() });
      const keyed = { 'api-key': test.deps.config.apiKey, 'content-type': 'application/json', ...headers };
      const response = await test.app.request(pathOf(deskLogin), { method: 'POST', headers: keyed, body });
      await runDueWork(test.outbox);
      return response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]);
    };
    expect(mails()).toEqual([]);
    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
    const cookies = await logIn({ 'user-agent': userAgent });
    expect(mails().map(({ subject }) => subject)).toEqual(['New login to the desk of Vonk']);
    expect(mails()[0]?.text).toMatch(/Firefox · Linux.*\n\n\S+\/en\/desk\/account/);
    await logIn({ cookie: cookies.find((one) => one?.startsWith('vonk_device=')) ?? '' });
    expect(mails()).toHaveLength(1);
  });

  it('ends own sessions elsewhere, and those of no other operator', async () => {
    const [one, other] = [await anOperator(test), await anOperator(test)];
    const { result } = await callApp(test, listDeskSessions, {}, other.headers);
    expect(result).toHaveLength(1);
    const session = result[0]?.session ?? '';
    await callApp(test, endDeskSession, { session }, one.headers);
    expect(await callApp(test, endOtherDeskSessions, {}, one.headers)).toEqual({ ended: 0 });
    expect(await callApp(test, listDeskSessions, {}, other.headers)).toEqual({ result });
    await callApp(test, endDeskSession, { session }, other.headers);
    await expect(callApp(test, listDeskSessions, {}, other.headers)).rejects.toThrow('unauthorized');
  });

  it('has a new role at once, and no access once disabled', async () => {
    const frans = await active('frans');
    await setOperatorRole(test.deps, shell, { name: 'frans', role: 'finance' });
    expect(await callApp(test, readDeskAccount, {}, frans.headers)).toMatchObject({ role: 'finance' });
    expect(await disableOperator(test.deps, shell, { name: 'frans' })).toEqual({ ended: 1 });
    await expect(callApp(test, readDeskAccount, {}, frans.headers)).rejects.toThrow('unauthorized');
    test.clock.advance(PERIOD_MS);
    const again = { email: frans.email, password: newPassword, code: frans.code() };
    await expect(callApp(test, deskLogin, again)).rejects.toThrow('badRequest.invalid.login');
    await expect(setOperatorRole(test.deps, shell, { name: 'frans', role: 'owner' })).rejects.toThrow(
      'badRequest.notFound',
    );
    await expect(add('frans')).rejects.toThrow('badRequest.username_exists');
    expect((await actsOf('frans')).slice(-2)).toEqual([
      'operator.role-set operator:root new colleague',
      'operator.disabled operator:root new colleague',
    ]);
  });

  it('sets everything up again through a new link, which ends all sessions', async () => {
    const gerda = await active('gerda');
    const before = await operatorByName(test.deps.db, 'gerda');
    await sendDeskLink(test.deps, shell, before?.id ?? 0);
    const [first] = [await mailedKey(test, 'gerda')];
    await sendDeskLink(test.deps, shell, before?.id ?? 0);
    const key = await mailedKey(test, 'gerda');
    await expect(callApp(test, checkDeskLink, { key: first })).rejects.toThrow('badRequest.link.used');
    await callApp(test, readDeskAccount, {}, gerda.headers);
    await callApp(test, redeemDeskLink, { key, newPassword, code: codeOf(test, key) });
    await expect(callApp(test, readDeskAccount, {}, gerda.headers)).rejects.toThrow('unauthorized');
    test.clock.advance(25 * 3_600_000);
    await sendDeskLink(test.deps, shell, before?.id ?? 0);
    const late = await mailedKey(test, 'gerda');
    test.clock.advance(24 * 3_600_000);
    await expect(callApp(test, checkDeskLink, { key: late })).rejects.toThrow('badRequest.link.expired');
  });

  it('has every session ended by an owner, at the desk or in the shell, with a reason', async () => {
    const [ida, owner] = [await active('ida'), await anOperator(test, 'owner')];
    const { name } = owner;
    const listed = async () =>
      (await callApp(test, listOperators, {}, owner.headers)).result.find((one) => one.name === 'ida');
    expect(await listed()).toMatchObject({ state: 'active', sessions: 1, passkeys: 0 });
    for (const reason of ['', '  ', 'x', undefined])
      await expect(
        callApp(test, endOperatorSessions, { name: 'ida', reason: reason as string }, owner.headers),
      ).rejects.toThrow('badRequest.invalid.input');
    await callApp(test, readDeskAccount, {}, ida.headers);
    test.pushes.length = 0;
    const reason = 'laptop stolen';
    expect(await callApp(test, endOperatorSessions, { name: 'ida', reason }, owner.headers)).toEqual({
      ended: 1,
    });
    await expect(callApp(test, readDeskAccount, {}, ida.headers)).rejects.toThrow('unauthorized');
    expect(test.pushes).toHaveLength(1);
    expect(await listed()).toMatchObject({ sessions: 0, lastSeenAt: null });
    expect(await endSessionsOf(test.deps, shell, { name: 'ida' })).toEqual({ ended: 0 });
    expect((await actsOf('ida')).slice(-2)).toEqual([
      `operator.sessions-ended operator:${name} ${reason}`,
      'operator.sessions-ended operator:root new colleague',
    ]);
    await expect(
      callApp(test, endOperatorSessions, { name: 'nobody', reason }, owner.headers),
    ).rejects.toThrow('badRequest.notFound');
  });

  it('may try a limited number of passwords and codes, also through many networks', async () => {
    const { email } = await active('joke');
    const limited = variantOf(test, { limits: createLimits(null) });
    const wrong = { email, password: 'fout', code: '123456' };
    const labels: string[] = [];
    for (let n = 0; n <= limitRules['login-account'].points; n += 1)
      await callApp(limited, deskLogin, wrong).catch((error) => labels.push(error.label));
    expect(labels[0]).toBe('badRequest.invalid.login');
    expect(labels.at(-1)).toBe('badRequest.tooMany');
  });

  it('keeps the key of the app sealed', async () => {
    const henk = await active('henk');
    const [row] = await test.deps.db.select().from(operators).where(eq(operators.name, 'henk'));
    const key = Buffer.from(offeredKey(test.deps, 'x'));
    expect(row?.codeKey?.length).toBe(12 + key.length + 16);
    expect(henk.code()).toMatch(/^\d{6}$/);
  });

  it('is nobody without the feature, and neither member nor performer is one', async () => {
    const { headers } = await anOperator(test);
    const off = variantOf(test, { brand: { ...test.deps.brand, hasFeature: (name) => name !== 'desk' } });
    await expect(callApp(off, readDeskAccount, {}, headers)).rejects.toThrow('badRequest.notFound');
    for (const { token } of [await aMember(test), await aPerformer(test)])
      await expect(
        callApp(test, readDeskAccount, {}, deskHeaders(test, { token, device: '' })),
      ).rejects.toThrow('unauthorized');
  });
});
