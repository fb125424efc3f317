import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { readTipMenu, type TopTippers } from '#contract/chat/room/tip-menu-calls.ts';
import { tipDataSchema } from '#contract/chat/tipping/tips.ts';
import { showAsTipper } from '#contract/member/settings/settings-calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { readRoom } from '#contract/studio/studio-calls.ts';
import { setToy, stopToy } from '#contract/studio/toy-calls.ts';
import { performers } from '#server/performers/tables.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { aMember, aPerformer, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, variantOf } from '#server/testing/test-app.ts';
import { join, type Viewer } from '#server/testing/viewer.ts';
import { sendTip } from '../tips/send-tip.ts';
import { openTopTelling, tellTopTippers } from './top-tippers.ts';

describe.each(databaseKinds())('the top tippers on $name', (database) => {
  const test = startTestApp({ on: database });
  let vera: TestPerformer;

  const goLive = (publicSince: Date | null) =>
    test.deps.db.update(performers).set({ publicSince }).where(eq(performers.id, vera.id));

  beforeEach(async () => {
    vera = await aPerformer(test, onlineStatus.free);
    await goLive(test.deps.now());
    test.pushes.length = 0;
  });

  interface Tipper extends TestMember {
    chat: Viewer;
    name: string;
  }
  const aTipper = async (): Promise<Tipper> => {
    const member = await aMember(test, 5000);
    const chat = await join(test, member.caller, vera);
    return { ...member, chat, name: chat.joined.sender };
  };
  const tip = ({ caller, chat }: Tipper, amount: number, { on = test, clientId = test.deps.newId() } = {}) =>
    sendTip(on.deps, caller, {
      action: 'tip',
      recipient: 'host',
      auth: chat.auth(),
      clientId,
      data: tipDataSchema.parse({ amount }),
    });
  const read = async () => (await callApp(test, readRoom, {}, bearer(vera.token))).topTippers;
  const list = async () => (await read()).tippers.map(({ name, credits }) => [name, credits]);
  /** Lists that were pushed, when all tips are told. */
  const pushed = async () => {
    await test.deps.part(openTopTelling).close();
    return test.pushes
      .filter(({ name }) => name === 'room-top-tippers')
      .map(({ payload }) => payload as TopTippers);
  };

  it('are the three who tipped most, with their sums, pushed after each tip', async () => {
    const [anna, bram, cato, dirk] = [await aTipper(), await aTipper(), await aTipper(), await aTipper()];
    await tip(anna, 100);
    await tip(bram, 300);
    await tip(cato, 200);
    await tip(dirk, 150);
    expect((await pushed()).at(-1)?.tippers).toHaveLength(3);
    await tip(anna, 150);
    const expected = [
      [bram.name, 300],
      [anna.name, 250],
      [cato.name, 200],
    ];
    expect(await list()).toEqual(expected);
    expect((await pushed()).at(-1)).toMatchObject({ room: vera.id, ...(await read()) });
    const { topTippers } = await callApp(test, readTipMenu, { auth: dirk.chat.auth() }, bearer(dirk.token));
    expect(topTippers).toEqual(await read());
  });

  it('rank the one first who reached a sum first, and do not count a repeat', async () => {
    const [anna, bram] = [await aTipper(), await aTipper()];
    const clientId = test.deps.newId();
    await tip(bram, 200, { clientId });
    test.clock.advance(1000);
    await tip(anna, 200);
    await tip(bram, 200, { clientId });
    expect(await list()).toEqual([
      [bram.name, 200],
      [anna.name, 200],
    ]);
  });

  it('leave out members who do not want it, also on their next tip', async () => {
    const [anna, bram] = [await aTipper(), await aTipper()];
    await tip(anna, 500);
    await tip(bram, 100);
    const choose = (isShown: boolean) => callApp(test, showAsTipper, { isShown }, bearer(anna.token));
    await choose(false);
    expect(await list()).toEqual([[bram.name, 100]]);
    await tip(anna, 100);
    expect((await pushed()).at(-1)?.tippers).toEqual([{ name: bram.name, credits: 100 }]);
    await choose(true);
    expect(await list()).toEqual([
      [anna.name, 600],
      [bram.name, 100],
    ]);
  });

  it('begin anew when she goes live again, and are nobody while she is not', async () => {
    const anna = await aTipper();
    await tip(anna, 500);
    test.clock.advance(1000);
    await goLive(null);
    expect(await list()).toEqual([]);
    await goLive(test.deps.now());
    expect(await list()).toEqual([]);
    await tip(anna, 100);
    expect(await list()).toEqual([[anna.name, 100]]);
  });

  it('lose what a toy did not play, and the one below a hundred credits', async () => {
    const anna = await aTipper();
    await callApp(test, setToy, { active: true }, bearer(vera.token));
    await tip(anna, 500);
    expect(await list()).toEqual([[anna.name, 500]]);
    await callApp(test, stopToy, {}, bearer(vera.token));
    expect(await vera.credits()).toBe(0);
    expect(await list()).toEqual([]);
    expect((await pushed()).at(-1)?.tippers).toEqual([]);
  });

  it('are read once for all tips that come together, and again for a later one', async () => {
    const anna = await aTipper();
    await tip(anna, 200);
    await pushed();
    test.pushes.length = 0;
    const since = test.deps.now();
    for (const _ of [1, 2, 3, 4, 5]) tellTopTippers(test.deps, vera.id, since);
    expect((await pushed()).map(({ tippers }) => tippers)).toEqual([(await read()).tippers]);
    tellTopTippers(test.deps, vera.id, since);
    expect(await pushed()).toHaveLength(2);
  });

  it('are recorded if they cannot be told, and the tip stands', async () => {
    const anna = await aTipper();
    const recorded: string[] = [];
    const failing = variantOf(test, {
      events: { ...test.deps.events, record: (name) => recorded.push(name) },
      push: {
        ...test.deps.push,
        toRoom: (_, name) => {
          if (name === 'room-top-tippers') throw new Error('not told');
        },
      },
    });
    await tip(anna, 200, { on: failing });
    await failing.deps.part(openTopTelling).close();
    expect(recorded).toContain('chat.top-untold');
    expect(await list()).toEqual([[anna.name, 200]]);
  });

  it('are right after simultaneous tips on two nodes: the push with the highest number has all', async () => {
    const [anna, bram] = [await aTipper(), await aTipper()];
    const other = variantOf(test, { node: 'other' });
    await Promise.all(
      [100, 200, 300].flatMap((amount) => [tip(anna, amount), tip(bram, amount, { on: other })]),
    );
    await other.deps.part(openTopTelling).close();
    const newest = (await pushed()).reduce((known, next) => (next.seq > known.seq ? next : known));
    expect(newest.tippers.map(({ credits }) => credits)).toEqual([600, 600]);
    expect(await read()).toEqual({ seq: newest.seq, tippers: newest.tippers });
  });

  it('are in the member’s data, and erased with it', async () => {
    const anna = await aTipper();
    await tip(anna, 500);
    const { db } = test.deps;
    const own = async () =>
      Object.assign({}, ...(await Promise.all(test.deps.personalData.map((data) => data.read(db, anna.id)))));
    expect(await own()).toMatchObject({ 'top-tippers': [{ performer: vera.username, credits: 500 }] });
    await db.transaction(async (tx) => {
      for (const data of test.deps.personalData) await data.erase(tx, anna.id);
    });
    expect(await list()).toEqual([]);
  });
});
