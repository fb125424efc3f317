import { beforeEach, describe, expect, it } from 'vitest';
import {
  activate,
  logIn,
  logInWithLink,
  readBasicInfo,
  register,
  resendActivation,
} from '#contract/member/account/account-calls.ts';
import { prices } from '#contract/wallet/prices.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { eraseAccount } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { LINKS_PER_HOUR, linkSeconds } from '../mail/links.ts';

const server = startTestApp();
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
  it('P1.13 P7.8 verifies the address, grants the welcome credits and pushes to open pages, without a login', async () => {
    const { key, headers } = await newcomer('anna@example.com');
    expect(await callApp(server, activate, { key })).toEqual({ credits: prices.welcome, hadCredits: false });
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

  it('grants once when it is followed many times at once', async () => {
    const { key, headers } = await newcomer('cato@example.com');
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, () => callApp(server, activate, { key })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await callApp(server, readBasicInfo, {}, headers)).credits).toBe(prices.welcome);
  });

  it('is valid for seven days', async () => {
    const { key } = await newcomer('dirk@example.com');
    server.clock.advance(linkSeconds.activate * 1000);
    await expect(callApp(server, activate, { key })).rejects.toMatchObject({
      label: 'badRequest.link.expired',
    });
  });

  it('is refused if it was never sent', async () => {
    const attempt = callApp(server, activate, { key: 'a-key-somebody-made-up' });
    await expect(attempt).rejects.toMatchObject({ label: 'badRequest.link.expired' });
  });

  it('P7.5 of an earlier mail counts as used once a later one has verified the address', async () => {
    const { key, headers } = await newcomer('eefje@example.com');
    await callApp(server, resendActivation, {}, headers);
    const later = await lastKey();
    expect(later).not.toBe(key);
    await callApp(server, activate, { key: later });
    await expect(callApp(server, activate, { key })).rejects.toMatchObject({ label: 'badRequest.link.used' });
  });

  it('grants no second welcome to an address that was deleted and registered again', async () => {
    const first = await newcomer('fred@example.com');
    await callApp(server, activate, { key: first.key });
    await eraseAccount(server, first.headers);
    const second = await newcomer('Fred@example.com');
    server.pushes.length = 0;
    expect(await callApp(server, activate, { key: second.key })).toEqual({ credits: 0, hadCredits: true });
    expect(server.pushes.map(({ name }) => name)).toEqual(['member-changed']);
  });

  it('does not log the member in', async () => {
    const { key } = await newcomer('gijs@example.com');
    await expect(callApp(server, logInWithLink, { token: key })).rejects.toMatchObject({
      label: 'badRequest.link.expired',
    });
  });
});

describe('the way back', () => {
  const linkInMail = async (): Promise<URL> => {
    await runDueWork(server.outbox);
    return new URL(server.mail.sent.at(-1)?.text.match(/https?:\S+/)?.[0] ?? '');
  };
  const from = '/en/stream/Noor%20%26%20co?p=77';

  it('is in the link of the mail, and in that of a mail sent again', async () => {
    const account = { email: 'ilse@example.com', password };
    await callApp(server, register, { ...account, from });
    const first = await linkInMail();
    expect(Object.fromEntries(first.searchParams)).toMatchObject({ next: from, p: '77' });
    const { token } = await callApp(server, logIn, { username: account.email, password });
    await callApp(server, resendActivation, {}, bearer(token));
    const second = await linkInMail();
    expect(Object.fromEntries(second.searchParams)).toMatchObject({ next: from, p: '77' });
    expect(second.searchParams.get('key')).not.toBe(first.searchParams.get('key'));
    await callApp(server, activate, { key: second.searchParams.get('key') ?? '' });
  });

  it.each([undefined, '/', '/en', '/login?next=/settings', '/.//evil.example'])(
    'is left out if the page was %j',
    async (page) => {
      const email = `jet${page?.length ?? 0}@example.com`;
      await callApp(server, register, { email, password, from: page });
      expect([...(await linkInMail()).searchParams.keys()]).toEqual(['key']);
    },
  );

  it.each([
    ['/?p=77', { p: '77' }],
    ['/?age=18-24', { next: '/?age=18-24' }],
    ['/en/settings?pi=a-b', { next: '/en/settings?pi=a-b', pi: 'a-b' }],
  ])('of %s is %j', async (page, expected) => {
    await callApp(server, register, { email: `lot${page.length}@example.com`, password, from: page });
    const { key: _, ...carried } = Object.fromEntries((await linkInMail()).searchParams);
    expect(carried).toEqual(expected);
  });

  it.each(['https://evil.example', '//evil.example', 'home', ''])(
    'is never another site: %j',
    async (page) => {
      const input = { email: 'kim@example.com', password, from: page };
      await expect(callApp(server, register, input)).rejects.toMatchObject({
        label: 'badRequest.invalid.input',
      });
    },
  );
});

describe('requesting the mail again', () => {
  it('sends nothing to a verified member', async () => {
    const { key, headers } = await newcomer('hans@example.com');
    await callApp(server, activate, { key });
    server.mail.sent.length = 0;
    expect(await callApp(server, resendActivation, {}, headers)).toBe(true);
    await runDueWork(server.outbox);
    expect(server.mail.sent).toEqual([]);
  });

  it('P7.5 limits mails to an unverified address, which may be a stranger’s', async () => {
    const { key, headers } = await newcomer('ida@example.com');
    for (let sent = 1; sent < LINKS_PER_HOUR; sent += 1) await callApp(server, resendActivation, {}, headers);
    await expect(callApp(server, resendActivation, {}, headers)).rejects.toMatchObject({
      label: 'badRequest.tooMany',
    });
    server.clock.advance(3_600_000);
    await callApp(server, resendActivation, {}, headers);
    await runDueWork(server.outbox);
    expect(server.mail.sent).toHaveLength(LINKS_PER_HOUR + 1);
    await callApp(server, activate, { key });
  });

  it('requires a member', async () => {
    await expect(callApp(server, resendActivation, {})).rejects.toMatchObject({
      label: 'badRequest.unauthorized',
    });
  });
});
