import { Writable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { Registry } from 'prom-client';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  activate,
  deleteMember,
  logIn,
  logInWithLink,
  readBasicInfo,
  register,
} from '#contract/member/account/account-calls.ts';
import { changePassword, forgotPassword } from '#contract/member/settings/password-calls.ts';
import { outboxHandlers } from '#server/boot/outbox-handlers.ts';
import { createServices } from '#server/boot/services.ts';
import { createLimits } from '#server/calls/limits.ts';
import { createEvents } from '#server/events.ts';
import { type Audience, signToken } from '#server/identity/tokens.ts';
import { createLog } from '#server/log.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { limitRules } from '#server/ports/limits.ts';
import { makeMember } from '#server/testing/make.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, seller, type TestApp, tokenFor, variantOf } from '#server/testing/test-app.ts';

const server = startTestApp();

describe('the log', () => {
  let logged = '';
  let app: Pick<TestApp, 'app' | 'deps'>;
  beforeAll(() => {
    const sink = new Writable({
      write(chunk, _encoding, done) {
        logged += String(chunk);
        done();
      },
    });
    const log = createLog('debug', sink);
    const deps = { ...server.deps, events: createEvents(log, new Registry()) };
    app = { deps, ...createServices(deps, log, { seller }) };
  });

  it('records events without addresses, passwords or tokens', async () => {
    const email = 'annabel@example.com';
    const [first, second] = ['Plein-1616', 'Gracht-1717'];
    await callApp(app, register, { email, password: first });
    await callApp(app, logIn, { username: email, password: 'Wrong-1818' }).catch(() => undefined);
    await callApp(app, forgotPassword, { email });
    await runDueWork({ ...app.deps, handlers: outboxHandlers(app.deps, seller) });
    const inMails = server.mail.sent.flatMap(({ text }) =>
      [...text.matchAll(/(?:key|token)=([\w-]+)/g)].map((one) => one[1] ?? ''),
    );
    const [key = '', reset = ''] = inMails;
    await callApp(app, activate, { key });
    const { token } = await callApp(app, logInWithLink, { token: reset });
    await callApp(
      app,
      changePassword,
      { password: reset, newPassword: second, repeatNewPassword: second },
      bearer(token),
    );
    await callApp(app, deleteMember, {}, bearer(token));
    await runDueWork({ ...app.deps, handlers: outboxHandlers(app.deps, seller) });

    for (const name of [
      'member.registered',
      'member.login-refused',
      'member.verified',
      'member.deletion-asked',
      'mail.sent',
    ]) {
      expect(logged).toContain(name);
    }
    for (const secret of ['annabel', first, second, 'Wrong-1818', key, reset, token, '$argon2']) {
      expect(logged).not.toContain(secret);
    }
  });

  it('records a failed query without its parameters', async () => {
    await server.deps.db.execute(sql`alter table mail_link rename to mail_link_away`);
    const attempt = callApp(app, register, { email: 'barbara@example.com', password: 'Plein-1616' });
    await expect(attempt).rejects.toMatchObject({ label: 'UNDEFINED_ERROR' });
    await server.deps.db.execute(sql`alter table mail_link_away rename to mail_link`);
    expect(logged).toContain('Failed query');
    expect(logged).not.toContain('barbara');
    expect(logged).not.toContain('$argon2');
  });
});

describe('tokens', () => {
  it.each<[Audience, boolean]>([
    ['session', true],
    ['device', false],
    ['chat-join', false],
    ['chat-auth', false],
  ])('of the kind %s open a session: %s', async (audience, opens) => {
    const memberId = await makeMember(server.deps);
    const session = await tokenFor(server.deps, 'member', memberId);
    const claims = JSON.parse(Buffer.from(session.split('.')[1] ?? '', 'base64url').toString());
    const times = { now: server.clock.now(), ttl: 3600 };
    const { sid, sub, kind } = claims;
    const token = signToken(server.deps.config.secret, audience, { sid, sub, kind }, times);
    const attempt = callApp(server, readBasicInfo, {}, bearer(token));
    await (opens ? attempt : expect(attempt).rejects.toMatchObject({ label: 'badRequest.unauthorized' }));
  });

  it('signed with another secret are refused', async () => {
    const other = variantOf(server, {
      config: { ...server.deps.config, secret: 'another secret, as long as it has to be' },
    });
    const forged = await tokenFor(other.deps, 'member', await makeMember(server.deps));
    await expect(callApp(server, readBasicInfo, {}, bearer(forged))).rejects.toMatchObject({
      label: 'badRequest.unauthorized',
    });
  });
});

describe('calls that allow guessing', () => {
  it.each([
    ['login', logIn, { username: 'nobody@example.com', password: 'Wrong-16' }],
    ['register', register, { email: 'no address', password: 'x' }],
    ['recovery', forgotPassword, { email: 'nobody@example.com' }],
  ] as const)('are limited by address: %s', async (rule, call, input) => {
    const limited = variantOf(server, { limits: createLimits(null) });
    const { points } = limitRules[rule];
    const labels: string[] = [];
    for (let tries = 0; tries <= points; tries += 1) {
      await callApp(limited, call, {
        ...input,
        ...(rule === 'login' && { username: `nobody${tries}@example.com` }),
      }).catch((error: { label: string }) => labels.push(error.label));
    }
    expect(labels.filter((label) => label === 'badRequest.tooMany')).toHaveLength(1);
  });
});
