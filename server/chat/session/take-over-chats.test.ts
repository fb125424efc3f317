import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { AUTH_SECONDS } from '#contract/chat/session.ts';
import { forgetLeases, nodeLease, takeLease } from '#server/db/lease.ts';
import { leases } from '#server/db/tables.ts';
import { findViolations } from '#server/ledger/check-books.ts';
import { returnSender, returnViewer } from '#server/media/rooms.ts';
import type { Deps } from '#server/ports/deps.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { aMember, aPerformer, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { type TestApp, variantOf } from '#server/testing/test-app.ts';
import { type Viewer, watch } from '#server/testing/viewer.ts';
import { keepAlive } from './beats/keep-alive.ts';
import { endChatSession } from './end-chat-session.ts';
import { lockSession } from './reads.ts';
import { createChatSweep, sweepChats } from './sweep-chats.ts';
import { chatSessions } from './tables.ts';
import { leaveOwnChats, takeOverChats } from './take-over-chats.ts';

describe.each(databaseKinds())('chats of several nodes on $name', (database) => {
  const test = startTestApp({ on: database });
  let [anna, vera]: [TestMember, TestPerformer] = [] as never;
  beforeEach(async () => {
    await forgetLeases(test.deps.db);
    [anna, vera] = [await aMember(test, 1000), await aPerformer(test)];
  });

  /** A process with its own media server, or with a shared one. */
  const nodeOf = (node: string, shared: boolean): TestApp =>
    variantOf(test, { node, media: { ...test.deps.media, shared } });
  const beat = ({ deps }: Pick<TestApp, 'deps'>) => takeLease(deps.db, nodeLease(deps.node));
  /** Lets all leases age. */
  const pass = (seconds: number) =>
    test.deps.db.execute(sql`update lease set until = until - ${seconds}::int * interval '1 second'`);
  const rowOf = async ({ session }: Pick<Viewer, 'session'>) =>
    (await test.deps.db.select().from(chatSessions).where(eq(chatSessions.id, session)))[0];

  /** The newest auth of each session. */
  const auths = new Map<string, string>();
  /** Watches for `ms`, then sends a keep-alive to this node. */
  const keepAliveAt = async (
    { deps }: TestApp,
    { session, ...viewer }: Viewer,
    ms: number,
  ): Promise<void> => {
    test.clock.advance(ms);
    test.media.deliver(session, test.clock.now().getTime());
    const stats = { framesDecoded: 25, packetsLost: 0, stalledMs: 0 };
    const auth = auths.get(session) ?? viewer.auth();
    auths.set(session, (await keepAlive(deps, viewer.caller, { auth, stats })).auth);
  };

  it('stay with a live node and are taken over once its lease has expired', async () => {
    const [first, second] = [nodeOf('first', true), nodeOf('second', true)];
    await beat(first);
    const viewer = await watch(first, anna.caller, vera);
    await pass(4);
    await takeOverChats(second.deps);
    expect(await rowOf(viewer)).toMatchObject({ node: 'first', takenOverAt: null });
    await pass(4);
    await takeOverChats(second.deps);
    expect(await rowOf(viewer)).toMatchObject({ node: 'second', state: 'watching' });
  });

  it('are settled if the picture is lost with its node', async () => {
    const [first, second] = [nodeOf('first', false), nodeOf('second', false)];
    await beat(first);
    const viewer = await watch(first, anna.caller, vera);
    await keepAliveAt(first, viewer, 3000);
    await pass(8);
    test.media.viewers.delete(viewer.session);
    await takeOverChats(second.deps);
    expect(await rowOf(viewer)).toMatchObject({ state: 'ended', endReason: 'service-ended' });
    expect(await anna.credits()).toBe(1000 - 3);
  });

  it('are settled a second later if the first attempt failed', async () => {
    const second = nodeOf('second', false);
    const viewer = await watch(nodeOf('first', false), anna.caller, vera);
    await takeOverChats({ ...second.deps, media: { ...second.deps.media, shared: true } });
    expect(await rowOf(viewer)).toMatchObject({ node: 'second', state: 'watching' });
    await sweepChats(second.deps);
    expect(await rowOf(viewer)).toMatchObject({ state: 'ended', endReason: 'service-ended' });
  });

  it('continue with a shared media server: each minute is charged once, without a gap', async () => {
    const [first, second] = [nodeOf('first', true), nodeOf('second', true)];
    const viewer = await watch(first, anna.caller, vera);
    for (let beats = 0; beats < 10; beats += 1) await keepAliveAt(first, viewer, 3000);
    await takeOverChats(second.deps);
    await sweepChats(second.deps);
    for (let beats = 0; beats < 9; beats += 1) await keepAliveAt(second, viewer, 3000);
    expect(await anna.credits()).toBe(1000 - 60);
    await keepAliveAt(second, viewer, 3000);
    expect(await anna.credits()).toBe(1000 - 120);
    expect(await rowOf(viewer)).toMatchObject({ minutes: 2, deliveredMs: 60_000, node: 'second' });
  });

  it('count the same at every node, even with clocks some seconds apart', async () => {
    const [first, second] = [nodeOf('first', true), nodeOf('second', true)];
    const ahead = { ...second.deps, now: () => new Date(test.clock.now().getTime() + 2000) };
    const viewer = await watch(first, anna.caller, vera);
    for (let beats = 0; beats < 10; beats += 1)
      await keepAliveAt(beats % 2 ? first : variantOf(second, ahead), viewer, 3000);
    expect(await rowOf(viewer)).toMatchObject({ deliveredMs: 30_000, minutes: 1 });
  });

  it('end with service-ended if the viewer finds no other node, and cost what was reported', async () => {
    const [first, second] = [nodeOf('first', true), nodeOf('second', true)];
    const viewer = await watch(first, anna.caller, vera);
    await keepAliveAt(first, viewer, 3000);
    test.clock.advance(9000);
    await takeOverChats(second.deps);
    test.clock.advance((AUTH_SECONDS - 9) * 1000);
    test.media.deliver(viewer.session, test.clock.now().getTime());
    await sweepChats(second.deps);
    expect(await rowOf(viewer)).toMatchObject({ state: 'watching' });
    test.clock.advance(1000);
    await sweepChats(second.deps);
    expect(await rowOf(viewer)).toMatchObject({ state: 'ended', endReason: 'service-ended' });
    expect(await anna.credits()).toBe(1000 - 3);
  });

  it('are not ended by a node that froze between reading and deciding', async () => {
    const [first, second] = [nodeOf('first', true), nodeOf('second', true)];
    const viewer = await watch(first, anna.caller, vera);
    // According to its old state, the media server has sent nothing for a long time.
    const old = { connected: true, packetsOut: 1, deliveredMs: 1, lastMediaAt: 0 };
    const deps = { ...first.deps, media: { ...first.deps.media, viewer: () => old } };
    const woken = withFreeze(deps, 0, async () => {
      test.clock.advance(9000);
      await takeOverChats(second.deps);
      for (let beats = 0; beats < 4; beats += 1) await keepAliveAt(second, viewer, 3000);
    });
    await sweepChats(woken);
    expect(await rowOf(viewer)).toMatchObject({ state: 'watching', node: 'second' });
  });

  it('are not ended by a node that froze while another one received their reports', async () => {
    const [first, second] = [nodeOf('first', true), nodeOf('second', true)];
    await beat(first);
    const viewer = await watch(first, anna.caller, vera);
    const woken = withFreeze(first.deps, 60_000, async () => {
      await takeOverChats(second.deps);
      for (let beats = 0; beats < 6; beats += 1) await keepAliveAt(second, viewer, 3000);
    });
    await sweepChats(woken);
    expect(await rowOf(viewer)).toMatchObject({ state: 'watching', node: 'first' });
  });

  if (database.concurrent)
    it('are taken over one by one: a row locked by a frozen node does not block the others', async () => {
      const [first, second] = [nodeOf('first', true), nodeOf('second', true)];
      const locked = await watch(first, anna.caller, vera);
      const other = await watch(first, (await aMember(test, 1000)).caller, vera);
      await test.deps.db.transaction(async (tx) => {
        await lockSession(tx, locked.session);
        await takeOverChats(second.deps);
        expect(await rowOf(other)).toMatchObject({ node: 'second' });
      });
      expect(await rowOf(locked)).toMatchObject({ node: 'first' });
      await takeOverChats(second.deps);
      expect(await rowOf(locked)).toMatchObject({ node: 'second' });
    });

  it('are cut off at the node that served them if they ended at another', async () => {
    const [first, second] = [nodeOf('first', false), nodeOf('second', false)];
    const sweep = createChatSweep(first.deps);
    const viewer = await watch(first, anna.caller, vera);
    await sweep();
    const dropped: string[] = [];
    const elsewhere = { ...test.deps.media, drop: () => {} };
    first.deps.media.drop = (subject) => void dropped.push(subject);
    await endChatSession({ ...second.deps, media: elsewhere }, viewer.session, 'paused');
    await sweep();
    await sweep();
    expect(dropped).toEqual([viewer.session, returnSender(viewer.session), returnViewer(viewer.session)]);
  });

  it('are left to the others by a node that stops, and ended by the last one', async () => {
    const [first, second] = [nodeOf('first', true), nodeOf('second', true)];
    await beat(first);
    await beat(second);
    const viewer = await watch(first, anna.caller, vera);
    await leaveOwnChats(first.deps);
    expect(await rowOf(viewer)).toMatchObject({ state: 'watching' });
    await test.deps.db.delete(leases).where(eq(leases.holder, 'first'));
    await takeOverChats(second.deps);
    await leaveOwnChats(second.deps);
    expect(await rowOf(viewer)).toMatchObject({ state: 'ended', endReason: 'service-ended' });
    expect(await anna.credits()).toBe(1000);
  });

  it('belong to one node each and are ended by no other, in any order of beats, freezes and wakes', async () => {
    const names = ['a', 'b', 'c'] as const;
    const nodes = Object.fromEntries(names.map((name) => [name, nodeOf(name, true)]));
    const act = fc.record({
      node: fc.constantFrom(...names),
      what: fc.constantFrom('beat', 'takeOver', 'pass', 'sweep', 'woken' as const),
    });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), fc.array(act, { maxLength: 12 }), async (opened, acts) => {
        await forgetLeases(test.deps.db);
        const bram = await aMember(test, 1000);
        await beat(nodes[opened] as TestApp);
        const viewer = await watch(nodes[opened] as TestApp, bram.caller, vera);
        // The expected state: the owner, and for how many more seconds each node lives.
        let owner: string = opened;
        const lives = new Map<string, number>([[opened, 8]]);
        for (const { node, what } of acts) {
          const { deps } = nodes[node] as TestApp;
          if (what === 'beat') {
            await beat(nodes[node] as TestApp);
            lives.set(node, 8);
          } else if (what === 'pass') {
            await pass(3);
            for (const [name, left] of lives) lives.set(name, left - 3);
          } else if (what === 'takeOver') {
            await takeOverChats(deps);
            if ((lives.get(owner) ?? 0) <= 0) owner = node;
          } else if (what === 'sweep') await sweepChats(deps);
          // With this clock the player seems silent to a node that does not own the session.
          else if (owner !== node)
            await sweepChats({ ...deps, now: () => new Date(test.clock.now().getTime() + 99_000) });
          expect(await rowOf(viewer)).toMatchObject({ node: owner, state: 'watching' });
        }
        await viewer.leave();
      }),
      { numRuns: 25 },
    );
    expect(await findViolations(test.deps.db, [])).toEqual([]);
  });

  /** A node whose clock is `ahead` ms fast. It reads, is suspended like by SIGSTOP while `meanwhile` runs, and continues. */
  function withFreeze(deps: Deps, ahead: number, meanwhile: () => Promise<void>): Deps {
    let isAwake = false;
    const transaction: Deps['db']['transaction'] = async (work) => {
      await meanwhile();
      isAwake = true;
      return deps.db.transaction(work);
    };
    const db = new Proxy(deps.db, {
      get: (target, name) => (name === 'transaction' ? transaction : Reflect.get(target, name, target)),
    });
    const now = () => new Date(test.clock.now().getTime() + (isAwake ? 0 : ahead));
    return { ...deps, db, now };
  }
});
