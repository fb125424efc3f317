import { eq } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { logOut } from '#contract/member/account-calls.ts';
import {
  readNoticeKey,
  stopMails,
  subscribeBrowser,
  unsubscribeBrowser,
} from '#contract/member/notices/notice-calls.ts';
import { BROWSERS_MOST } from '#contract/member/notices/notices.ts';
import { readPreferences } from '#contract/member/preferences-calls.ts';
import { endOtherSessions } from '#contract/member/security-calls.ts';
import { createLimits } from '#server/calls/limits.ts';
import { aBrowser } from '#server/gateways/web-push/fake-web-push.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { makeMember } from '#server/testing/make.ts';
import {
  bearer,
  callApp,
  createTestApp,
  type TestApp,
  tokenFor,
  variantOf,
} from '#server/testing/test-app.ts';
import { eraseAccount } from '../deletion/testing.ts';
import { stopKey } from './stop-key.ts';
import { sweepSubscriptions } from './sweep-subscriptions.ts';
import { browserSubscriptions } from './tables.ts';
import { tellOfMessages } from './tell-member.ts';

const DAY = 24 * 3_600_000;

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.close());

let memberId: number;
let headers: Record<string, string>;
beforeEach(async () => {
  memberId = await makeMember(server.deps);
  headers = await logIn();
  server.webPush.gone.clear();
});

const logIn = async (id = memberId) => bearer(await tokenFor(server.deps, 'member', id));
const subscribe = async (browser = aBrowser(), as = headers, on = server) => {
  await callApp(on, subscribeBrowser, browser, as);
  return browser;
};
const tell = async () => {
  await server.deps.db.transaction((tx) => tellOfMessages(server.deps, tx, memberId));
  await runDueWork(server.outbox);
};
const toldAt = ({ endpoint }: { endpoint: string }) =>
  server.webPush.sent.filter((one) => one.endpoint === endpoint).length;
const kept = () =>
  server.deps.db.select().from(browserSubscriptions).where(eq(browserSubscriptions.memberId, memberId));
const label = (name: string) => ({ label: `badRequest.${name}` });

describe('a browser of a member', () => {
  it('is told the key to ask with, where there is something to tell and keys to tell it with', async () => {
    expect(await callApp(server, readNoticeKey, {}, headers)).toEqual({ key: 'the-public-key' });
    const brand = { ...server.deps.brand, hasFeature: () => false };
    for (const change of [{ webPush: null }, { brand }]) {
      const without = variantOf(server, change);
      expect(await callApp(without, readNoticeKey, {}, headers)).toEqual({ key: null });
      await expect(subscribe(aBrowser(), headers, without)).rejects.toMatchObject(label('notFound'));
    }
    await expect(callApp(server, readNoticeKey, {})).rejects.toMatchObject(label('unauthorized'));
  });

  it('gets notices until the member ends them there', async () => {
    const [one, other] = [await subscribe(), await subscribe()];
    await tell();
    expect([toldAt(one), toldAt(other)]).toEqual([1, 1]);
    await callApp(server, unsubscribeBrowser, { endpoint: one.endpoint }, headers);
    await callApp(server, unsubscribeBrowser, { endpoint: one.endpoint }, headers);
    await tell();
    expect([toldAt(one), toldAt(other)]).toEqual([1, 2]);
  });

  it('is nobody else’s to end', async () => {
    const browser = await subscribe();
    const other = await logIn(await makeMember(server.deps));
    await callApp(server, unsubscribeBrowser, { endpoint: browser.endpoint }, other);
    expect(await kept()).toHaveLength(1);
    await expect(callApp(server, subscribeBrowser, aBrowser())).rejects.toMatchObject(label('unauthorized'));
  });

  it('is of one member: of who asked last', async () => {
    const browser = await subscribe();
    await subscribe(browser, await logIn(await makeMember(server.deps)));
    await tell();
    expect(toldAt(browser)).toBe(0);
  });

  it('is left alone from the moment at which its member logs out there', async () => {
    const [here, there] = [await subscribe(), await subscribe(aBrowser(), await logIn())];
    await callApp(server, logOut, {}, headers);
    await tell();
    expect([toldAt(here), toldAt(there)]).toEqual([0, 1]);
    await sweepSubscriptions(server.deps);
    expect((await kept()).map(({ endpoint }) => endpoint)).toEqual([there.endpoint]);
  });

  it('is left alone where its login was ended from elsewhere, also with a notice on its way', async () => {
    const browser = await subscribe();
    await server.deps.db.transaction((tx) => tellOfMessages(server.deps, tx, memberId));
    await callApp(server, endOtherSessions, {}, await logIn());
    await runDueWork(server.outbox);
    expect(toldAt(browser)).toBe(0);
  });

  it('is left alone after a log-out by a later login there, where its own ran out before', async () => {
    const [browser, elsewhere] = [await subscribe(), await subscribe()];
    server.clock.advance(31 * DAY);
    headers = await logIn();
    await subscribe(elsewhere, await logIn());
    await callApp(server, logOut, {}, headers);
    await tell();
    expect([toldAt(browser), toldAt(elsewhere)]).toEqual([0, 1]);
  });

  it('is told after its login ran out, until sixty days without a sign of it', async () => {
    const [browser, renewed] = [await subscribe(), await subscribe()];
    server.clock.advance(59 * DAY);
    headers = await logIn();
    await subscribe(renewed, headers);
    await tell();
    expect([toldAt(browser), toldAt(renewed)]).toEqual([1, 1]);
    server.clock.advance(DAY);
    await tell();
    expect([toldAt(browser), toldAt(renewed)]).toEqual([1, 2]);
    await sweepSubscriptions(server.deps);
    expect((await kept()).map(({ endpoint }) => endpoint)).toEqual([renewed.endpoint]);
  });

  it('is forgotten where its push service knows it no more', async () => {
    const browser = await subscribe();
    server.webPush.gone.add(browser.endpoint);
    await tell();
    expect(await kept()).toEqual([]);
  });

  it('is tried again where the push service is out of order, until the night', async () => {
    const browser = await subscribe();
    server.webPush.refuse = 1;
    await tell();
    expect(toldAt(browser)).toBe(0);
    server.clock.advance(30_000);
    await runDueWork(server.outbox);
    expect(toldAt(browser)).toBe(1);
    server.webPush.refuse = 1;
    await tell();
    server.clock.advance(DAY);
    await runDueWork(server.outbox);
    expect(toldAt(browser)).toBe(1);
  });

  it('is one of ten at most: the one not seen for longest goes', async () => {
    const browsers: string[] = [];
    for (let count = 0; count <= BROWSERS_MOST; count += 1) {
      server.clock.advance(1000);
      browsers.push((await subscribe()).endpoint);
    }
    expect((await kept()).map(({ endpoint }) => endpoint).sort()).toEqual(browsers.slice(1).sort());
  });

  it('has a push service that the operator trusts', async () => {
    const endpoint = 'https://169.254.169.254/latest';
    await expect(subscribe({ ...aBrowser(), endpoint })).rejects.toMatchObject({
      ...label('invalid.input'),
      fields: ['endpoint'],
    });
    expect(await kept()).toEqual([]);
  });

  it('can not be named without end', async () => {
    const limited = variantOf(server, { limits: createLimits(null) });
    for (let count = 0; count < 30; count += 1) await subscribe(aBrowser(), headers, limited);
    await expect(subscribe(aBrowser(), headers, limited)).rejects.toMatchObject(label('tooMany'));
  });
});

describe('one click in a mail', () => {
  const wantsMails = async () => (await callApp(server, readPreferences, {}, headers)).mails.messages;

  it('stops such mails of its member alone, without a login, as often as it is clicked', async () => {
    const other = await logIn(await makeMember(server.deps));
    const key = stopKey(server.deps, { memberId, kind: 'messages' });
    for (let count = 0; count < 2; count += 1) await callApp(server, stopMails, { key });
    expect(await wantsMails()).toBe(false);
    expect((await callApp(server, readPreferences, {}, other)).mails.messages).toBe(true);
    const before = server.mail.sent.length;
    await tell();
    expect(server.mail.sent).toHaveLength(before);
  });

  it('stops nothing with a key of another kind, a changed one, or one of years ago', async () => {
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

  it('does nothing to an account that was erased', async () => {
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

it('tells the member which browsers there are, without the secret of any', async () => {
  const { endpoint } = await subscribe();
  const answer = await server.app.request('/api/member/data', {
    headers: { 'api-key': server.deps.config.apiKey, ...headers },
  });
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const text = strFromU8(files['notice-browsers.json'] ?? new Uint8Array());
  expect(JSON.parse(text)).toMatchObject([{ service: 'push.example' }]);
  expect(text).not.toContain(endpoint);
});
