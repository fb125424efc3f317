import { eq } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { beforeEach, describe, expect, it } from 'vitest';
import { deleteMember } from '#contract/member/account/account-calls.ts';
import { addFavourite, removeFavourite } from '#contract/member/account/favourites-calls.ts';
import { chooseLiveNotice } from '#contract/member/notices/live-notice-calls.ts';
import { subscribeBrowser } from '#contract/member/notices/notice-calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { setStatus } from '#contract/studio/studio-calls.ts';
import { startCoolOff } from '#contract/wallet/limits-calls.ts';
import { sanctions } from '#server/chat/room/tables.ts';
import { blockMember } from '#server/desk/decisions/take-measure.ts';
import { breach } from '#server/desk/decisions/testing.ts';
import { aBrowser } from '#server/gateways/fakes.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import { sessions } from '#server/identity/tables.ts';
import { streamRoom } from '#server/media/rooms.ts';
import { sweepLiveNotices } from '#server/member/notices/queue-live-notice.ts';
import { liveNotices, type members } from '#server/member/tables.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import { storeStatus } from '#server/performers/profile/store-status.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { makeMember } from '#server/testing/make.ts';
import { aPerformer, eraseAccount, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, tokenFor, variantOf } from '#server/testing/test-app.ts';
import { tellLive } from './tell-live.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const { offline, online, free, vip, paused } = onlineStatus;

describe.each(databaseKinds())('notices that a favourite is live, on $name', (database) => {
  const server = startTestApp({ on: database });
  let vera: TestPerformer;
  beforeEach(async () => {
    // One in the afternoon in Amsterdam, days after any earlier notice.
    const noon = 12 * HOUR;
    const sinceMidnight = server.clock.now().getTime() % (24 * HOUR);
    server.clock.advance(3 * 24 * HOUR + noon - sinceMidnight);
    server.webPush.gone.clear();
    vera = await aReadyPerformer();
  });

  /** Broadcasts, but is not public yet. */
  async function aReadyPerformer(): Promise<TestPerformer> {
    const performer = await aPerformer(server, offline);
    server.media.publish(streamRoom(performer.id));
    return performer;
  }

  interface Follower {
    id: number;
    email: string;
    headers: Record<string, string>;
  }
  let count = 0;
  async function follower({
    of = vera,
    ways = { mail: true, browser: false },
    ...fields
  }: Partial<typeof members.$inferInsert> & {
    of?: TestPerformer;
    ways?: { mail: boolean; browser: boolean };
  } = {}): Promise<Follower> {
    count += 1;
    const email = `fan${count}@example.com`;
    const id = await makeMember(server.deps, { email, ...fields });
    const one = { id, email, headers: bearer(await tokenFor(server.deps, 'member', id)) };
    await follow(one, of, ways);
    return one;
  }
  async function follow({ headers }: Follower, of = vera, ways = { mail: true, browser: false }) {
    await callApp(server, addFavourite, { performerId: of.id }, headers);
    await callApp(server, chooseLiveNotice, { performerId: of.id, ...ways }, headers);
  }
  const set = (status: 0 | 1 | 3 | 9, of = vera) =>
    callApp(server, setStatus, { onlineStatus: status }, bearer(of.token));
  async function wait(ms: number): Promise<void> {
    server.clock.advance(ms);
    // The second run does what the first one added.
    await runDueWork(server.outbox);
  }
  const mailsTo = ({ email }: Follower) => server.mail.sent.filter(({ to }) => to === email);
  const noticesTo = ({ endpoint }: { endpoint: string }) =>
    server.webPush.sent.filter((one) => one.endpoint === endpoint);
  const sinceOf = async ({ id }: TestPerformer) =>
    (await performersFor(server.deps, inHouse).byId(id))?.publicSince?.toISOString() ?? '';

  it('mails two minutes after the start, in the member’s language, without a name', async () => {
    const [anna, bram] = [await follower(), await follower({ language: 'en' })];
    await set(free);
    await wait(2 * MINUTE - 1);
    expect(mailsTo(anna)).toEqual([]);
    await wait(1);
    const [[dutch], [english]] = [mailsTo(anna), mailsTo(bram)];
    expect(dutch?.subject).toBe('Een favoriet van je is er nu');
    expect(english?.subject).toBe('One of your favourites is there now');
    for (const mail of [dutch, english]) {
      const all = `${mail?.subject} ${mail?.text} ${mail?.html}`;
      expect(all).not.toContain(vera.username);
      expect(all).not.toMatch(/webcam|sex|erotic|performer|chat|credits|<img/i);
    }
    expect(dutch?.text).toContain('http://localhost:4321/login?next=%2Ffavourites\n');
    expect(english?.stop).toMatch(/^http:\/\/localhost:4321\/en\/activate\/stop\?about=live&key=/);
  });

  it.each([
    ['free chat', free],
    ['paid chat', online],
  ] as const)('counts %s as a start', async (_, status) => {
    const anna = await follower();
    await set(status);
    await wait(2 * MINUTE);
    expect(mailsTo(anna)).toHaveLength(1);
  });

  it('sends nothing if she stops before', async () => {
    const anna = await follower();
    await set(free);
    await wait(2 * MINUTE - SECOND);
    await set(offline);
    await wait(HOUR);
    expect(mailsTo(anna)).toEqual([]);
    // A new start has two minutes of its own.
    await set(free);
    await wait(2 * MINUTE - SECOND);
    expect(mailsTo(anna)).toEqual([]);
    await wait(SECOND);
    expect(mailsTo(anna)).toHaveLength(1);
  });

  it('does not count a break as a start, nor its end or a change of price', async () => {
    const anna = await follower();
    await set(paused);
    await wait(HOUR);
    expect(mailsTo(anna)).toEqual([]);
    await set(online);
    await wait(2 * MINUTE);
    for (const status of [free, paused, online] as const) {
      server.clock.advance(4 * HOUR);
      await set(status);
      await wait(2 * MINUTE);
    }
    expect(mailsTo(anna)).toHaveLength(1);
  });

  it.each([
    ['a show', vip],
    ['a break', paused],
  ] as const)('waits for the end of %s', async (_, status) => {
    const anna = await follower();
    await set(free);
    server.clock.advance(MINUTE);
    await storeStatus(server.deps, vera.id, status);
    for (let minutes = 0; minutes < 12; minutes += 2) await wait(2 * MINUTE);
    expect(mailsTo(anna)).toEqual([]);
    await set(free);
    await wait(2 * MINUTE);
    expect(mailsTo(anna)).toHaveLength(1);
  });

  it('tells of a performer once in three hours', async () => {
    const anna = await follower();
    const goLive = async () => {
      await set(free);
      await wait(2 * MINUTE);
      await set(offline);
    };
    await goLive();
    await wait(3 * HOUR - 2 * MINUTE - 1);
    await goLive();
    expect(mailsTo(anna)).toHaveLength(1);
    await goLive();
    expect(mailsTo(anna)).toHaveLength(2);
  });

  it('tells five times in 24 hours at most', async () => {
    const anna = await follower();
    const others = await Promise.all(Array.from({ length: 5 }, aReadyPerformer));
    for (const one of others) await follow(anna, one);
    for (const one of [vera, ...others]) await set(free, one);
    await wait(2 * MINUTE);
    expect(mailsTo(anna)).toHaveLength(5);
  });

  it('sends nothing between 23 and 8 o’clock, also not later', async () => {
    const anna = await follower();
    server.clock.advance(10 * HOUR - MINUTE);
    await set(free);
    await wait(2 * MINUTE);
    await wait(9 * HOUR);
    expect(mailsTo(anna)).toEqual([]);
  });

  it('tells the member’s browsers without a name, for half an hour', async () => {
    const anna = await follower({ language: 'en', ways: { mail: false, browser: true } });
    const browsers = [aBrowser(), { ...aBrowser(), messages: false }];
    for (const browser of browsers) await callApp(server, subscribeBrowser, browser, anna.headers);
    await set(free);
    await wait(2 * MINUTE);
    expect(mailsTo(anna)).toEqual([]);
    for (const browser of browsers) {
      const [notice] = noticesTo(browser);
      expect(JSON.parse(notice?.text ?? '')).toEqual({
        title: 'Vonk',
        body: 'One of your favourites is there now.',
        lang: 'en',
        tag: `live-${vera.id}`,
        path: `/en/profile/${vera.username}`,
      });
      expect(notice).toMatchObject({ ttl: 30 * 60, topic: `live-${vera.id}` });
    }
  });

  it('ends before the night, and drops what cannot be delivered in half an hour', async () => {
    const anna = await follower({ ways: { mail: false, browser: true } });
    const browser = aBrowser();
    await callApp(server, subscribeBrowser, browser, anna.headers);
    server.clock.advance(10 * HOUR - 12 * MINUTE);
    await set(free);
    await wait(2 * MINUTE);
    expect(noticesTo(browser)).toMatchObject([{ ttl: 10 * 60 }]);
    const mila = await aReadyPerformer();
    await follow(anna, mila, { mail: false, browser: true });
    server.clock.advance(11 * HOUR);
    await set(free, mila);
    server.webPush.refuse = 1;
    await wait(2 * MINUTE);
    await wait(30 * MINUTE);
    expect(noticesTo(browser)).toHaveLength(1);
  });

  it('drops what is queued when she stops', async () => {
    const anna = await follower({ ways: { mail: true, browser: true } });
    const browser = aBrowser();
    await callApp(server, subscribeBrowser, browser, anna.headers);
    await set(free);
    server.clock.advance(MINUTE);
    await tellLive(server.deps, { performerId: vera.id, since: await sinceOf(vera) });
    await set(offline);
    await wait(MINUTE);
    expect(mailsTo(anna)).toEqual([]);
    expect(noticesTo(browser)).toEqual([]);
  });

  it.each<[what: string, change: (fan: Follower) => Promise<unknown>]>([
    ['chooses otherwise', (fan) => follow(fan, vera, { mail: false, browser: false })],
    [
      'removes the heart',
      ({ headers }) => callApp(server, removeFavourite, { performerId: vera.id }, headers),
    ],
    ['takes a break', ({ headers }) => callApp(server, startCoolOff, { length: 'day' }, headers)],
    [
      'is blocked',
      ({ id }) => blockMember(server.deps, operatorCaller('root', 'test'), { memberId: id, ...breach }),
    ],
  ])('drops what is queued when the member %s', async (_, change) => {
    const anna = await follower({ ways: { mail: true, browser: true } });
    const browser = aBrowser();
    await callApp(server, subscribeBrowser, browser, anna.headers);
    await set(free);
    server.clock.advance(MINUTE);
    await tellLive(server.deps, { performerId: vera.id, since: await sinceOf(vera) });
    await change(anna);
    await wait(MINUTE);
    expect(mailsTo(anna).filter(({ text }) => text.includes(vera.username))).toEqual([]);
    expect(noticesTo(browser)).toEqual([]);
  });

  it('tells only by the ways that were chosen and work', async () => {
    const [nobody, unverified, gone] = [
      await follower({ ways: { mail: false, browser: false } }),
      await follower({ verifiedAt: null }),
      await follower({ ways: { mail: false, browser: true } }),
    ];
    await callApp(server, removeFavourite, { performerId: vera.id }, gone.headers);
    await set(free);
    await wait(2 * MINUTE);
    for (const one of [nobody, unverified, gone]) expect(mailsTo(one)).toEqual([]);
    // Nothing was claimed that would count for a limit.
    const rows = await server.deps.db.select().from(liveNotices).where(eq(liveNotices.performerId, vera.id));
    expect(rows).toEqual([]);
  });

  it('tells no member who is blocked, leaving, in a cool-off, sent out or in a blocked country', async () => {
    const [blocked, leaving, resting, sentOut, abroad, welcome] = [
      await follower(),
      await follower(),
      await follower(),
      await follower(),
      await follower(),
      await follower(),
    ];
    await blockMember(server.deps, operatorCaller('root', 'test'), { memberId: blocked.id, ...breach });
    await callApp(server, deleteMember, {}, leaving.headers);
    await callApp(server, startCoolOff, { length: 'day' }, resting.headers);
    await server.deps.db.insert(sanctions).values({
      performerId: vera.id,
      memberId: sentOut.id,
      name: 'fan',
      kind: 'block',
      since: server.deps.now(),
    });
    await server.deps.db.update(sessions).set({ country: 'SE' }).where(eq(sessions.memberId, abroad.id));
    await runDueWork(server.outbox);
    server.mail.sent.length = 0;
    await set(free);
    await wait(2 * MINUTE);
    expect(server.mail.sent.map(({ to }) => to)).toEqual([welcome.email]);
  });

  it('tells once for all nodes, and once if the work runs again', async () => {
    const fans = await Promise.all(Array.from({ length: 5 }, () => follower()));
    await set(free);
    const start = { performerId: vera.id, since: await sinceOf(vera) };
    const nodes = Array.from({ length: database.concurrent ? 6 : 2 }, () => tellLive(server.deps, start));
    await Promise.all(nodes);
    await wait(2 * MINUTE);
    for (const one of fans) expect(mailsTo(one)).toHaveLength(1);
  });

  it('loses nothing and repeats nothing if a node dies between two members', async () => {
    const fans = [await follower(), await follower()];
    await set(free);
    const start = { performerId: vera.id, since: await sinceOf(vera) };
    let mails = 0;
    const dying = variantOf(server, {
      newId: () => {
        mails += 1;
        if (mails > 1) throw new Error('killed');
        return server.deps.newId();
      },
    });
    await expect(tellLive(dying.deps, start)).rejects.toThrow('killed');
    await wait(2 * MINUTE);
    for (const one of fans) expect(mailsTo(one)).toHaveLength(1);
  });

  it('is in the personal data, and ends with the account', async () => {
    const anna = await follower();
    await set(free);
    await wait(2 * MINUTE);
    const answer = await server.app.request('/api/member/data', {
      headers: { 'api-key': server.deps.config.apiKey, ...anna.headers },
    });
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    const read = (name: string) => JSON.parse(strFromU8(files[`${name}.json`] ?? new Uint8Array()));
    expect(read('live-notices')).toEqual([{ performer: vera.username, at: expect.any(String) }]);
    expect(read('favourites')).toMatchObject([{ toldByMail: true, toldInBrowsers: false }]);
    await eraseAccount(server, anna.headers);
    const own = eq(liveNotices.memberId, anna.id);
    expect(await server.deps.db.select().from(liveNotices).where(own)).toEqual([]);
  });

  it('is forgotten when no limit counts it any more', async () => {
    const anna = await follower();
    await set(free);
    await wait(2 * MINUTE);
    const kept = () => server.deps.db.select().from(liveNotices).where(eq(liveNotices.memberId, anna.id));
    await sweepLiveNotices(server.deps);
    expect(await kept()).toHaveLength(1);
    server.clock.advance(73 * HOUR);
    await sweepLiveNotices(server.deps);
    expect(await kept()).toEqual([]);
  });
});
