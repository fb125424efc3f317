import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { subscribeBrowser } from '#contract/member/notices/notice-calls.ts';
import { BROWSERS_MOST } from '#contract/member/notices/notices.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { studioLogOut } from '#contract/studio/account/account-calls.ts';
import * as calls from '#contract/studio/notice-calls.ts';
import { setStatus } from '#contract/studio/studio-calls.ts';
import { createLimits } from '#server/calls/limits.ts';
import { aBrowser } from '#server/gateways/fakes.ts';
import { sweepBrowsers } from '#server/identity/browsers/browsers.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import { browserSubscriptions } from '#server/identity/tables.ts';
import { streamRoom } from '#server/media/rooms.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { storeAccount } from '#server/performers/account/store-account.ts';
import { removePerformer } from '#server/performers/profile/store-status.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { aMember, aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, tokenFor, variantOf } from '#server/testing/test-app.ts';
import { announceRestart, createBroadcastSweep, ENCODER_GRACE_MS } from '../broadcast.ts';

const DAY = 24 * 3_600_000;
const { LOST_AFTER_MS } = calls;
const label = (name: string) => ({ label: `badRequest.${name}` });

describe.each(databaseKinds())('notices of a performer on $name', (database) => {
  const test = startTestApp({ on: database });

  let vera: TestPerformer;
  let headers: Record<string, string>;
  let sweep: () => Promise<void>;
  /** Performers of earlier tests may still be live. */
  const ownBrowsers = new Set<string>();
  beforeEach(async () => {
    vera = await aPerformer(test, onlineStatus.free);
    headers = bearer(vera.token);
    ownBrowsers.clear();
    test.webPush.sent.length = 0;
    test.webPush.gone.clear();
    sweep = createBroadcastSweep(test.deps);
  });

  const logIn = async (id = vera.id) => bearer(await tokenFor(test.deps, 'performer', id));
  const subscribe = async (browser = aBrowser(), as = headers, on = test) => {
    await callApp(on, calls.subscribeStudioBrowser, browser, as);
    ownBrowsers.add(browser.endpoint);
    return browser;
  };
  const renew = async (browser: ReturnType<typeof aBrowser>, as = headers) =>
    (await callApp(test, calls.renewStudioBrowser, browser, as)).isOn;
  const kept = async (id = vera.id) =>
    (
      await test.deps.db
        .select({ endpoint: browserSubscriptions.endpoint })
        .from(browserSubscriptions)
        .where(eq(browserSubscriptions.performerId, id))
    ).map(({ endpoint }) => endpoint);
  const loseMedia = () => test.media.gateway.closeRoom(streamRoom(vera.id));
  const send = () => test.media.publish(streamRoom(vera.id));
  /** Runs the sweep once per second for this long. */
  const look = async (ms: number) => {
    for (let left = ms; left > 0; left -= 1000) {
      test.clock.advance(Math.min(left, 1000));
      await sweep();
    }
  };
  /** The picture is missing for just long enough. */
  const lose = async () => {
    loseMedia();
    await sweep();
    await look(LOST_AFTER_MS);
  };
  const deliver = () => runDueWork(test.outbox);
  const sent = () => test.webPush.sent.filter(({ endpoint }) => ownBrowsers.has(endpoint));
  const bodies = () => sent().map(({ text }) => (JSON.parse(text) as { body: string }).body);
  const lostText =
    'Je uitzending loopt, maar niemand ziet je. Kijk bij je camera: na een minuut zonder beeld ga je offline.';
  const backText = 'Je beeld is er weer.';

  describe('a browser', () => {
    it('gets the public key if there are keys, and is refused without', async () => {
      expect(await callApp(test, calls.readStudioNotices, {}, headers)).toEqual({
        key: 'the-public-key',
        browsers: 0,
      });
      const without = variantOf(test, { webPush: null });
      expect(await callApp(without, calls.readStudioNotices, {}, headers)).toEqual({
        key: null,
        browsers: 0,
      });
      await expect(subscribe(aBrowser(), headers, without)).rejects.toMatchObject(label('notFound'));
    });

    it('is of performers only', async () => {
      const anna = bearer((await aMember(test)).token);
      await expect(subscribe(aBrowser(), anna)).rejects.toMatchObject(label('unauthorized'));
    });

    it('is told until she unsubscribes it, which nobody else can', async () => {
      const browser = await subscribe();
      const other = bearer((await aPerformer(test, onlineStatus.offline)).token);
      const { endpoint } = browser;
      await callApp(test, calls.unsubscribeStudioBrowser, { endpoint }, other);
      expect(await kept()).toEqual([endpoint]);
      await callApp(test, calls.unsubscribeStudioBrowser, { endpoint }, headers);
      await callApp(test, calls.unsubscribeStudioBrowser, { endpoint }, headers);
      await lose();
      await deliver();
      expect(bodies()).toEqual([]);
    });

    it('is counted for her on each device', async () => {
      const elsewhere = await logIn();
      await subscribe(aBrowser(), elsewhere);
      expect(await callApp(test, calls.readStudioNotices, {}, headers)).toMatchObject({ browsers: 1 });
      await callApp(test, studioLogOut, {}, elsewhere);
      expect(await callApp(test, calls.readStudioNotices, {}, headers)).toMatchObject({ browsers: 0 });
    });

    it('is one of at most ten: the least recently renewed is deleted', async () => {
      const browsers: string[] = [];
      for (let count = 0; count <= BROWSERS_MOST; count += 1) {
        test.clock.advance(1000);
        browsers.push((await subscribe()).endpoint);
      }
      expect((await kept()).sort()).toEqual(browsers.slice(1).sort());
    });

    it('is limited in how often it subscribes', async () => {
      const limited = variantOf(test, { limits: createLimits(null) });
      for (let count = 0; count < 30; count += 1) await subscribe(aBrowser(), headers, limited);
      await expect(subscribe(aBrowser(), headers, limited)).rejects.toMatchObject(label('tooMany'));
    });

    it('tells one person: whoever subscribed last', async () => {
      const browser = await subscribe();
      const anna = bearer((await aMember(test)).token);
      await callApp(test, subscribeBrowser, browser, anna);
      expect(await renew(browser)).toBe(false);
      expect(await kept()).toEqual([]);
      await subscribe(browser);
      expect(await renew(browser)).toBe(true);
    });

    it('is continued by a later login after its own expired, not after a log-out', async () => {
      const browser = await subscribe();
      test.clock.advance(31 * DAY);
      headers = await logIn();
      expect(await renew(browser)).toBe(true);
      await callApp(test, studioLogOut, {}, headers);
      expect(await renew(browser, await logIn())).toBe(false);
      await sweepBrowsers(test.deps);
      expect(await kept()).toEqual([]);
    });

    it('is forgotten when she logs out, also if its own login had expired', async () => {
      await subscribe();
      test.clock.advance(31 * DAY);
      await callApp(test, studioLogOut, {}, await logIn());
      expect(await kept()).toEqual([]);
    });

    it('is erased with her account', async () => {
      await subscribe();
      await removePerformer(test.deps, operatorCaller('test'), vera.username);
      expect(await kept()).toEqual([]);
    });

    it('is deleted if its push service no longer knows it', async () => {
      const [gone, other] = [await subscribe(), await subscribe()];
      test.webPush.gone.add(gone.endpoint);
      await lose();
      await deliver();
      expect(await kept()).toEqual([other.endpoint]);
      expect(bodies()).toEqual([lostText]);
    });
  });

  describe('a picture that is lost', () => {
    it('is told once on each device after fifteen seconds, and again when it is back', async () => {
      const [phone, tablet] = [await subscribe(), await subscribe(aBrowser(), await logIn())];
      loseMedia();
      await sweep();
      await look(LOST_AFTER_MS - 1);
      await deliver();
      expect(bodies()).toEqual([]);
      await look(20_000);
      await deliver();
      expect(
        sent()
          .map(({ endpoint }) => endpoint)
          .sort(),
      ).toEqual([phone.endpoint, tablet.endpoint].sort());
      send();
      await look(5000);
      await deliver();
      expect(bodies()).toEqual([lostText, lostText, backText, backText]);
    });

    it('wakes a phone, makes itself heard and leads to the live page; the next notice replaces it', async () => {
      await subscribe();
      await lose();
      await deliver();
      send();
      await sweep();
      await deliver();
      const [lost, back] = sent().map(({ text, ...message }) => ({
        ...message,
        ...(JSON.parse(text) as object),
      }));
      const same = { urgency: 'high', topic: 'picture', tag: 'picture', path: '/studio/live', title: 'Vonk' };
      expect(lost).toMatchObject({ ...same, renotify: true, lang: 'nl' });
      expect(back).toMatchObject(same);
      expect(back).not.toHaveProperty('renotify');
    });

    it('is told in her language', async () => {
      const account = { performerId: vera.id, email: 'vera@example.com', at: test.clock.now() };
      await test.deps.db.transaction((tx) => storeAccount(tx, { ...account, language: 'de' }));
      await subscribe();
      await lose();
      await deliver();
      expect(JSON.parse(sent()[0]?.text ?? '')).toMatchObject({
        lang: 'de',
        path: '/de/studio/live',
      });
    });

    it('is told again after the next interruption', async () => {
      await subscribe();
      for (let count = 0; count < 2; count += 1) {
        await lose();
        await deliver();
        send();
        await sweep();
        await deliver();
      }
      expect(bodies()).toEqual([lostText, backText, lostText, backText]);
    });

    it('is told as it is when the notices are sent', async () => {
      await subscribe();
      await lose();
      send();
      await sweep();
      await lose();
      await deliver();
      expect(bodies()).toEqual([lostText]);
    });

    it('is told once although the process that saw it was replaced, which tells that it is back', async () => {
      await subscribe();
      await lose();
      sweep = createBroadcastSweep(test.deps);
      await sweep();
      await look(20_000);
      send();
      await sweep();
      await deliver();
      expect(bodies()).toEqual([backText]);
    });

    it('is not told by a new process before fifteen seconds of its own', async () => {
      await subscribe();
      loseMedia();
      await sweep();
      await look(LOST_AFTER_MS - 1000);
      sweep = createBroadcastSweep(test.deps);
      await sweep();
      await look(LOST_AFTER_MS - 1000);
      await deliver();
      expect(bodies()).toEqual([]);
    });

    it('is not told within fifteen seconds of a new start of the media server', async () => {
      await subscribe();
      let startedAt = 0;
      sweep = createBroadcastSweep({
        ...test.deps,
        media: { ...test.deps.media, startedAt: () => startedAt },
      });
      loseMedia();
      await sweep();
      await look(LOST_AFTER_MS - 1000);
      startedAt = test.clock.now().getTime();
      await look(LOST_AFTER_MS - 1000);
      await deliver();
      expect(bodies()).toEqual([]);
      await look(1000);
      await deliver();
      expect(bodies()).toEqual([lostText]);
    });

    it('is not told by a process that stops', async () => {
      const own = variantOf(test, {});
      await subscribe();
      sweep = createBroadcastSweep(own.deps);
      await announceRestart(own.deps);
      await lose();
      await deliver();
      expect(bodies()).toEqual([]);
    });

    it('is not told in a break', async () => {
      await subscribe();
      await callApp(test, setStatus, { onlineStatus: onlineStatus.paused }, headers);
      await lose();
      await deliver();
      expect(bodies()).toEqual([]);
    });

    it.each([
      ['stream', onlineStatus.offline],
      ['chat, by a break,', onlineStatus.paused],
    ] as const)('is not told any more once her %s has ended', async (_, status) => {
      await subscribe();
      await lose();
      send();
      await callApp(test, setStatus, { onlineStatus: status }, headers);
      await sweep();
      await deliver();
      expect(bodies()).toEqual([]);
    });

    it('is dropped if the push service fails until she is offline', async () => {
      await subscribe();
      await lose();
      test.webPush.refuse = 1;
      await deliver();
      await look(ENCODER_GRACE_MS);
      await deliver();
      expect(bodies()).toEqual([]);
    });
  });
});
