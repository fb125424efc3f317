import { eq } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { beforeEach, describe, expect, it } from 'vitest';
import type { InputOf } from '#contract/endpoint.ts';
import { logOut } from '#contract/member/account/account-calls.ts';
import {
  readNoticeKey,
  stopMails,
  subscribeBrowser,
  unsubscribeBrowser,
} from '#contract/member/notices/notice-calls.ts';
import { BROWSERS_MOST } from '#contract/member/notices/notices.ts';
import { endOtherSessions } from '#contract/member/settings/security-calls.ts';
import { readPreferences } from '#contract/member/settings/settings-calls.ts';
import { createLimits } from '#server/calls/limits.ts';
import { aBrowser } from '#server/gateways/fakes.ts';
import { sweepBrowsers } from '#server/identity/browsers/browsers.ts';
import { browserSubscriptions } from '#server/identity/tables.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { makeMember } from '#server/testing/make.ts';
import { eraseAccount } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, tokenFor, variantOf } from '#server/testing/test-app.ts';
import { stopKey } from './stop-mails.ts';
import { tellOfMessages } from './tell-member.ts';

const DAY = 24 * 3_600_000;

const server = startTestApp();

let memberId: number;
let headers: Record<string, string>;
beforeEach(async () => {
  memberId = await makeMember(server.deps);
  headers = await logIn();
  server.webPush.gone.clear();
});

const logIn = async (id = memberId) => bearer(await tokenFor(server.deps, 'member', id));
const subscribe = async (
  browser: InputOf<typeof subscribeBrowser> = aBrowser(),
  as = headers,
  on = server,
) => {
  await callApp(on, subscribeBrowser, browser, as);
  return browser;
};
const tell = async () => {
  await server.deps.db.transaction((tx) => tellOfMessages(server.deps, tx, memberId));
  await runDueWork(server.outbox);
};
const countNotices = ({ endpoint }: { endpoint: string }) =>
  server.webPush.sent.filter((one) => one.endpoint === endpoint).length;
const kept = () =>
  server.deps.db.select().from(browserSubscriptions).where(eq(browserSubscriptions.memberId, memberId));
const label = (name: string) => ({ label: `badRequest.${name}` });

describe('a member’s browser', () => {
  it('gets the public key if there are keys', async () => {
    expect(await callApp(server, readNoticeKey, {}, headers)).toEqual({ key: 'the-public-key' });
    const without = variantOf(server, { webPush: null });
    expect(await callApp(without, readNoticeKey, {}, headers)).toEqual({ key: null });
    await expect(subscribe(aBrowser(), headers, without)).rejects.toMatchObject(label('notFound'));
    await expect(callApp(server, readNoticeKey, {})).rejects.toMatchObject(label('unauthorized'));
  });

  it('gets notices until the member unsubscribes it', async () => {
    const [one, other] = [await subscribe(), await subscribe()];
    await tell();
    expect(countNotices(one)).toBe(1);
    expect(countNotices(other)).toBe(1);
    await callApp(server, unsubscribeBrowser, { endpoint: one.endpoint }, headers);
    await callApp(server, unsubscribeBrowser, { endpoint: one.endpoint }, headers);
    await tell();
    expect(countNotices(one)).toBe(1);
    expect(countNotices(other)).toBe(2);
  });

  it('is told of messages only if it subscribed to them', async () => {
    const [both, favourites] = [await subscribe(), { ...aBrowser(), messages: false }];
    await subscribe(favourites);
    await tell();
    expect(countNotices(both)).toBe(1);
    expect(countNotices(favourites)).toBe(0);
    await subscribe({ ...favourites, messages: true });
    await tell();
    expect(countNotices(favourites)).toBe(1);
  });

  it('cannot be unsubscribed by another member', async () => {
    const browser = await subscribe();
    const other = await logIn(await makeMember(server.deps));
    await callApp(server, unsubscribeBrowser, { endpoint: browser.endpoint }, other);
    expect(await kept()).toHaveLength(1);
    await expect(callApp(server, subscribeBrowser, aBrowser())).rejects.toMatchObject(label('unauthorized'));
  });

  it('belongs to the member who subscribed last', async () => {
    const browser = await subscribe();
    await subscribe(browser, await logIn(await makeMember(server.deps)));
    await tell();
    expect(countNotices(browser)).toBe(0);
  });

  it('gets no notice after a log-out there', async () => {
    const [here, there] = [await subscribe(), await subscribe(aBrowser(), await logIn())];
    await callApp(server, logOut, {}, headers);
    await tell();
    expect(countNotices(here)).toBe(0);
    expect(countNotices(there)).toBe(1);
    await sweepBrowsers(server.deps);
    expect((await kept()).map(({ endpoint }) => endpoint)).toEqual([there.endpoint]);
  });

  it('gets no notice after its login was ended elsewhere, not even one already queued', async () => {
    const browser = await subscribe();
    await server.deps.db.transaction((tx) => tellOfMessages(server.deps, tx, memberId));
    await callApp(server, endOtherSessions, {}, await logIn());
    await runDueWork(server.outbox);
    expect(countNotices(browser)).toBe(0);
  });

  it('gets no notice after a log-out of a later login there, when its own had expired', async () => {
    const [browser, elsewhere] = [await subscribe(), await subscribe()];
    server.clock.advance(31 * DAY);
    headers = await logIn();
    await subscribe(elsewhere, await logIn());
    await callApp(server, logOut, {}, headers);
    await tell();
    expect(countNotices(browser)).toBe(0);
    expect(countNotices(elsewhere)).toBe(1);
  });

  it('gets notices after its login expired, for sixty days without a renewal', async () => {
    const [browser, renewed] = [await subscribe(), await subscribe()];
    server.clock.advance(59 * DAY);
    headers = await logIn();
    await subscribe(renewed, headers);
    await tell();
    expect(countNotices(browser)).toBe(1);
    expect(countNotices(renewed)).toBe(1);
    server.clock.advance(DAY);
    await tell();
    expect(countNotices(browser)).toBe(1);
    expect(countNotices(renewed)).toBe(2);
    await sweepBrowsers(server.deps);
    expect((await kept()).map(({ endpoint }) => endpoint)).toEqual([renewed.endpoint]);
  });

  it('is deleted if its push service no longer knows it', async () => {
    const browser = await subscribe();
    server.webPush.gone.add(browser.endpoint);
    await tell();
    expect(await kept()).toEqual([]);
  });

  it('is retried until the night if the push service fails', async () => {
    const browser = await subscribe();
    server.webPush.refuse = 1;
    await tell();
    expect(countNotices(browser)).toBe(0);
    server.clock.advance(30_000);
    await runDueWork(server.outbox);
    expect(countNotices(browser)).toBe(1);
    server.webPush.refuse = 1;
    await tell();
    server.clock.advance(DAY);
    await runDueWork(server.outbox);
    expect(countNotices(browser)).toBe(1);
  });

  it('is one of at most ten: the least recently renewed is deleted', async () => {
    const browsers: string[] = [];
    for (let count = 0; count <= BROWSERS_MOST; count += 1) {
      server.clock.advance(1000);
      browsers.push((await subscribe()).endpoint);
    }
    expect((await kept()).map(({ endpoint }) => endpoint).sort()).toEqual(browsers.slice(1).sort());
  });

  it('is refused with a push service that the operator does not trust', async () => {
    const endpoint = 'https://169.254.169.254/latest';
    await expect(subscribe({ ...aBrowser(), endpoint })).rejects.toMatchObject({
      ...label('invalid.input'),
      fields: ['endpoint'],
    });
    expect(await kept()).toEqual([]);
  });

  it('is limited in how often it subscribes', async () => {
    const limited = variantOf(server, { limits: createLimits(null) });
    for (let count = 0; count < 30; count += 1) await subscribe(aBrowser(), headers, limited);
    await expect(subscribe(aBrowser(), headers, limited)).rejects.toMatchObject(label('tooMany'));
  });
});

describe('one click in a mail', () => {
  const wantsMails = async () => (await callApp(server, readPreferences, {}, headers)).mails.messages;

  it('stops such mails of its member only, without a login, and may be repeated', async () => {
    const other = await logIn(await makeMember(server.deps));
    const key = stopKey(server.deps, { memberId, kind: 'messages' });
    for (let count = 0; count < 2; count += 1) await callApp(server, stopMails, { key });
    expect(await wantsMails()).toBe(false);
    expect((await callApp(server, readPreferences, {}, other)).mails.messages).toBe(true);
    const before = server.mail.sent.length;
    await tell();
    expect(server.mail.sent).toHaveLength(before);
  });

  it('is refused with a key of another kind, a changed one, or one of years ago', async () => {
    const key = stopKey(server.deps, { memberId, kind: 'messages' });
    const session = (headers['authorization'] ?? '').slice('Bearer '.length);
    const [head, , signature] = key.split('.');
    const other = stopKey(server.deps, { memberId: memberId + 1, kind: 'messages' }).split('.')[1];
    for (const wrong of [session, `${head}.${other}.${signature}`, 'nonsense'])
      await expect(callApp(server, stopMails, { key: wrong })).rejects.toMatchObject(label('link.expired'));
    server.clock.advance(2 * 365 * DAY);
    await expect(callApp(server, stopMails, { key })).rejects.toMatchObject(label('link.expired'));
    headers = await logIn();
    expect(await wantsMails()).toBe(true);
  });

  it('does nothing for an erased account', async () => {
    const key = stopKey(server.deps, { memberId, kind: 'messages' });
    await subscribe();
    await eraseAccount(server, headers);
    expect(await callApp(server, stopMails, { key })).toBe(true);
    expect(await kept()).toEqual([]);
    // The mail about the deletion.
    await runDueWork(server.outbox);
    const before = server.mail.sent.length;
    await tell();
    expect(server.mail.sent).toHaveLength(before);
  });
});

it('are in the personal data, without any secret', async () => {
  const { endpoint } = await subscribe();
  const answer = await server.app.request('/api/member/data', {
    headers: { 'api-key': server.deps.config.apiKey, ...headers },
  });
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const text = strFromU8(files['notice-browsers.json'] ?? new Uint8Array());
  expect(JSON.parse(text)).toMatchObject([{ service: 'push.example' }]);
  expect(text).not.toContain(endpoint);
});
