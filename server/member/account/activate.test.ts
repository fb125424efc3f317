import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  activate,
  deleteMember,
  logIn,
  logInWithLink,
  readBasicInfo,
  register,
  resendActivation,
} from '#contract/member/account-calls.ts';
import { prices } from '#contract/wallet/prices.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { bearer, callApp, createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { linkSeconds } from '../mail/links.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.close());
beforeEach(() => {
  server.mail.sent.length = 0;
  server.pushes.length = 0;
});

const password = 'Plein-16';
const lastKey = async (): Promise<string> => {
  await runDueWork(server.outbox);
  return server.mail.sent.at(-1)?.text.match(/key=([\w-]+)/)?.[1] ?? '';
};

async function newcomer(email: string): Promise<{ key: string; headers: Record<string, string> }> {
  await callApp(server, register, { email, password });
  const key = await lastKey();
  const { token } = await callApp(server, logIn, { username: email, password });
  return { key, headers: bearer(token) };
}

describe('the activation link', () => {
  it('verifies the address, grants the welcome credits and tells the open pages, without being logged in', async () => {
    const { key, headers } = await newcomer('anna@example.com');
    expect(await callApp(server, activate, { key })).toEqual({ credits: prices.welcome });
    expect(await callApp(server, readBasicInfo, {}, headers)).toMatchObject({
      verified: true,
      credits: prices.welcome,
    });
    expect(server.pushes.map(({ name, payload }) => [name, payload])).toEqual([
      ['member-changed', {}],
      ['updated-credits', { credits: prices.welcome }],
    ]);
  });

  it('works once', async () => {
    const { key, headers } = await newcomer('bram@example.com');
    await callApp(server, activate, { key });
    await expect(callApp(server, activate, { key })).rejects.toMatchObject({ label: 'badRequest.link.used' });
    expect((await callApp(server, readBasicInfo, {}, headers)).credits).toBe(prices.welcome);
  });

  it('grants once when it is followed many times at the same moment', async () => {
    const { key, headers } = await newcomer('cato@example.com');
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, () => callApp(server, activate, { key })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await callApp(server, readBasicInfo, {}, headers)).credits).toBe(prices.welcome);
  });

  it('lasts seven days', async () => {
    const { key } = await newcomer('dirk@example.com');
    server.clock.advance(linkSeconds.activate * 1000);
    await expect(callApp(server, activate, { key })).rejects.toMatchObject({
      label: 'badRequest.link.expired',
    });
  });

  it('is refused when nobody was ever sent it', async () => {
    const attempt = callApp(server, activate, { key: 'a-key-somebody-made-up' });
    await expect(attempt).rejects.toMatchObject({ label: 'badRequest.link.expired' });
  });

  it('of an earlier mail counts as used once a later one has verified', async () => {
    const { key, headers } = await newcomer('eefje@example.com');
    await callApp(server, resendActivation, {}, headers);
    const later = await lastKey();
    expect(later).not.toBe(key);
    await callApp(server, activate, { key: later });
    await expect(callApp(server, activate, { key })).rejects.toMatchObject({ label: 'badRequest.link.used' });
  });

  it('brings no second welcome to an address that was deleted and registered again', async () => {
    const first = await newcomer('fred@example.com');
    await callApp(server, activate, { key: first.key });
    await callApp(server, deleteMember, {}, first.headers);
    const second = await newcomer('Fred@example.com');
    server.pushes.length = 0;
    expect(await callApp(server, activate, { key: second.key })).toEqual({ credits: 0 });
    expect(server.pushes.map(({ name }) => name)).toEqual(['member-changed']);
  });

  it('does not log anybody in', async () => {
    const { key } = await newcomer('gijs@example.com');
    await expect(callApp(server, logInWithLink, { token: key })).rejects.toMatchObject({
      label: 'badRequest.link.expired',
    });
  });
});

describe('asking for the mail again', () => {
  it('sends nothing to a member who is verified already', async () => {
    const { key, headers } = await newcomer('hans@example.com');
    await callApp(server, activate, { key });
    server.mail.sent.length = 0;
    expect(await callApp(server, resendActivation, {}, headers)).toBe(true);
    await runDueWork(server.outbox);
    expect(server.mail.sent).toEqual([]);
  });

  it('is for members only', async () => {
    await expect(callApp(server, resendActivation, {})).rejects.toMatchObject({
      label: 'badRequest.unauthorized',
    });
  });
});
