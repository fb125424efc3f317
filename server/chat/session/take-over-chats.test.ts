import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AUTH_SECONDS } from '#contract/chat/session.ts';
import { forgetLeases, nodeLease, takeLease } from '#server/db/lease.ts';
import { leases } from '#server/db/tables.ts';
import { findViolations } from '#server/ledger/check-books.ts';
import type { Deps } from '#server/ports/deps.ts';
import { databaseKinds, type SuiteDatabase } from '#server/testing/databases.ts';
import { aMember, aPerformer, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { createTestApp, type TestApp, variantOf } from '#server/testing/test-app.ts';
import { type Viewer, watch } from '#server/testing/viewer.ts';
import { returnSender, returnViewer } from '../cam-back/return-room.ts';
import { endChatSession } from './end-chat-session.ts';
import { keepAlive } from './keep-alive.ts';
import { lockSession } from './reads.ts';
import { createChatSweep, sweepChats } from './sweep-chats.ts';
import { chatSessions } from './tables.ts';
import { leaveOwnChats, takeOverChats } from './take-over-chats.ts';

describe.each(databaseKinds())('chats of several nodes on $name', ({ create, concurrent }) => {
  let suite: SuiteDatabase;
  let test: TestApp;
  let [anna, vera]: [TestMember, TestPerformer] = [] as never;
  beforeAll(async () => {
    suite = await create();
    test = await createTestApp({ database: suite.url });
  });
  beforeEach(async () => {
    await forgetLeases(test.deps.db);
    [anna, vera] = [await aMember(test, 1000), await aPerformer(test)];
  });
  afterAll(async () => {
    await test.close();
    await suite.drop();
  });

  /** A process that has its media server for itself, or that asks one which all of them ask. */
  const nodeOf = (node: string, shared: boolean): TestApp =>
    variantOf(test, { node, media: { ...test.deps.media, shared } });
  const beat = ({ deps }: Pick<TestApp, 'deps'>) => takeLease(deps.db, nodeLease(deps.node));
  /** Lets all leases grow older. */
  const pass = (seconds: number) =>
    test.deps.db.execute(sql`update lease set until = until - ${seconds}::int * interval '1 second'`);
  const rowOf = async ({ session }: Pick<Viewer, 'session'>) =>
    (await test.deps.db.select().from(chatSessions).where(eq(chatSessions.id, session)))[0];

  /** The newest auth of each session. */
  const auths = new Map<string, string>();
  /** Watches for a while, and then has this node hear of it. */
  const reportAt = async ({ deps }: TestApp, { session, ...viewer }: Viewer, ms: number): Promise<void> => {
    test.clock.advance(ms);
    test.media.deliver(session, test.clock.now().getTime());
    const stats = { framesDecoded: 25, packetsLost: 0, stalledMs: 0 };
    const auth = auths.get(session) ?? viewer.auth();
    auths.set(session, (await keepAlive(deps, viewer.caller, { auth, stats })).auth);
  };

  it('are left to a node that lives, and taken over once its lease has run out', async () => {
    const [first, second] = [nodeOf('first', true), nodeOf('second', true)];
    await beat(first);
    const viewer = await watch(first, anna.caller, vera);
    await pass(7);
    await takeOverChats(second.deps);
    expect(await rowOf(viewer)).toMatchObject({ node: 'first', takenOverAt: null });
    await pass(1);
    await takeOverChats(second.deps);
    expect(await rowOf(viewer)).toMatchObject({ node: 'second', state: 'watching' });
  });

  it('are settled where the picture is gone with its node', async () => {
    const [first, second] = [nodeOf('first', false), nodeOf('second', false)];
    await beat(first);
    const viewer = await watch(first, anna.caller, vera);
    await reportAt(first, viewer, 3000);
    await pass(8);
    test.media.viewers.delete(viewer.session);
    await takeOverChats(second.deps);
    expect(await rowOf(viewer)).toMatchObject({ state: 'ended', endReason: 'service-ended' });
    expect(await anna.credits()).toBe(1000 - 3);
  });

  it('are settled a second later where the first attempt failed', async () => {
    const second = nodeOf('second', false);
    const viewer = await watch(nodeOf('first', false), anna.caller, vera);
    await takeOverChats({ ...second.deps, media: { ...second.deps.media, shared: true } });
    expect(await rowOf(viewer)).toMatchObject({ node: 'second', state: 'watching' });
    await sweepChats(second.deps);
    expect(await rowOf(viewer)).toMatchObject({ state: 'ended', endReason: 'service-ended' });
  });

  it('go on with a shared media server: each minute is charged once, without a gap', async () => {
    const [first, second] = [nodeOf('first', true), nodeOf('second', true)];
    const viewer = await watch(first, anna.caller, vera);
    for (let beats = 0; beats < 10; beats += 1) await reportAt(first, viewer, 3000);
    await takeOverChats(second.deps);
    await sweepChats(second.deps);
    for (let beats = 0; beats < 9; beats += 1) await reportAt(second, viewer, 3000);
    expect(await anna.credits()).toBe(1000 - 60);
    await reportAt(second, viewer, 3000);
    expect(await anna.credits()).toBe(1000 - 120);
    expect(await rowOf(viewer)).toMatchObject({ minutes: 2, deliveredMs: 60_000, node: 'second' });
  });

  it('are counted alike whichever node a report reaches, when the clock of one is wrong by some seconds', async () => {
    const [first, second] = [nodeOf('first', true), nodeOf('second', true)];
    const ahead = { ...second.deps, now: () => new Date(test.clock.now().getTime() + 2000) };
    const viewer = await watch(first, anna.caller, vera);
    for (let beats = 0; beats < 10; beats += 1)
      await reportAt(beats % 2 ? first : variantOf(second, ahead), viewer, 3000);
    expect(await rowOf(viewer)).toMatchObject({ deliveredMs: 30_000, minutes: 1 });
  });

  it('end as the service’s doing when the viewer does not find another node, and cost what was reported', async () => {
    const [first, second] = [nodeOf('first', true), nodeOf('second', true)];
    const viewer = await watch(first, anna.caller, vera);
    await reportAt(first, viewer, 3000);
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

  it('are not ended by a node that was frozen between its look and its decision', async () => {
    const [first, second] = [nodeOf('first', true), nodeOf('second', true)];
    const viewer = await watch(first, anna.caller, vera);
    // It believes, then as before, that the media server has sent nothing for long.
    const old = { connected: true, packetsOut: 1, deliveredMs: 1, lastMediaAt: 0 };
    const deps = { ...first.deps, media: { ...first.deps.media, viewer: () => old } };
    const woken = heldUp(deps, 0, async () => {
      test.clock.advance(9000);
      await takeOverChats(second.deps);
      for (let beats = 0; beats < 4; beats += 1) await reportAt(second, viewer, 3000);
    });
    await sweepChats(woken);
    expect(await rowOf(viewer)).toMatchObject({ state: 'watching', node: 'second' });
  });

  it('are not ended by a node that was frozen for a moment, and heard of elsewhere meanwhile', async () => {
    const [first, second] = [nodeOf('first', true), nodeOf('second', true)];
    await beat(first);
    const viewer = await watch(first, anna.caller, vera);
    const woken = heldUp(first.deps, 60_000, async () => {
      await takeOverChats(second.deps);
      for (let beats = 0; beats < 6; beats += 1) await reportAt(second, viewer, 3000);
    });
    await sweepChats(woken);
    expect(await rowOf(viewer)).toMatchObject({ state: 'watching', node: 'first' });
  });

  if (concurrent)
    it('are taken over one by one: what a frozen node holds locked keeps nobody waiting', async () => {
      const [first, second] = [nodeOf('first', true), nodeOf('second', true)];
      const held = await watch(first, anna.caller, vera);
      const other = await watch(first, (await aMember(test, 1000)).caller, vera);
      await test.deps.db.transaction(async (tx) => {
        await lockSession(tx, held.session);
        await takeOverChats(second.deps);
        expect(await rowOf(other)).toMatchObject({ node: 'second' });
      });
      expect(await rowOf(held)).toMatchObject({ node: 'first' });
      await takeOverChats(second.deps);
      expect(await rowOf(held)).toMatchObject({ node: 'second' });
    });

  it('are cut off where they were served when they ended at another node', async () => {
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

  it('belong to one node each, whichever of them live, freeze and wake, and no other one ends them', async () => {
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
        // What the rule says: who has it, and who lives for how many seconds yet.
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
          // Its player seems silent to it for ever, which is so for no other node.
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

  /** A node that looks when its clock is so far ahead, and is then held up, as by SIGSTOP, while something happens. */
  function heldUp(deps: Deps, ahead: number, meanwhile: () => Promise<void>): Deps {
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
