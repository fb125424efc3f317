import { and, asc, eq, inArray } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labelOf } from '#contract/errors.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { billOf } from '#contract/wallet/dial-in-calls.ts';
import { findViolations } from '#server/ledger/check-books.ts';
import { transfers } from '#server/ledger/tables.ts';
import { changeStatus } from '#server/studio/set-status.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { type Viewer, watch } from '#server/testing/viewer.ts';
import { walletChecks } from '#server/wallet/check-wallet.ts';
import { phoneCalls } from '#server/wallet/dial-in/tables.ts';
import { callWith, hangUp, openPhone, type TestPhone, tell } from '#server/wallet/dial-in/testing.ts';
import { getChatJoinToken } from '../join/get-chat-join-token.ts';
import { sweepChats } from '../session/sweep-chats.ts';
import { chatSessions } from '../session/tables.ts';
import { takeOverChats } from '../session/take-over-chats.ts';
import { sweepCalls } from './settle-call.ts';

/** Acts of a caller, performers and the telephone provider; `seconds` is the provider's own measurement. */
type Act =
  | { what: 'enter' | 'pause' | 'open' | 'free'; room: number }
  | { what: 'watch' | 'wait'; ms: number }
  | { what: 'leave' | 'told-started' | 'told-ended' | 'forged' | 'crash' }
  | { what: 'hang-up'; seconds: number };

const ROOMS = 3;
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constantFrom('enter', 'enter', 'pause', 'open', 'free'),
      room: fc.integer({ min: 0, max: ROOMS - 1 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constantFrom('watch', 'watch', 'wait'),
      ms: fc.integer({ min: 1, max: 30_000 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constantFrom('leave', 'told-started', 'told-ended', 'forged', 'crash'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('hang-up' as const),
      seconds: fc.integer({ min: 0, max: 120 }),
    }),
  },
);

const expected = [
  'badRequest.session.ended',
  'badRequest.invalid.auth',
  'badRequest.unauthorized',
  'badRequest.performer.paused',
  'badRequest.performer.offline',
  'badRequest.dialIn.notExists',
];

let names = 0;

describe.each(databaseKinds())('a call under any order of acts, on $name', (database) => {
  const test = startTestApp({ on: database });

  interface World {
    phone: TestPhone;
    call: string;
    performers: TestPerformer[];
    viewer: Viewer | null;
    /** Seconds in the provider's first report of the end; null before it. */
    seconds: number | null;
  }

  async function begin(): Promise<World> {
    const phone = await openPhone(test);
    const call = await callWith(test, phone);
    names += 1;
    const performers = [await aPerformer(test), await aPerformer(test), await aPerformer(test)];
    const nickname = `Beller${names}`;
    await getChatJoinToken(test.deps, phone.caller, {
      performer: (performers[0] as TestPerformer).username,
      session: phone.session,
      meta: { nickname },
    });
    return { phone, call, performers, viewer: null, seconds: null };
  }

  async function wait(ms: number): Promise<void> {
    test.clock.advance(ms);
    await sweepChats(test.deps);
    await sweepCalls(test.deps);
  }

  async function perform(world: World, one: Act): Promise<unknown> {
    const { phone, call, performers, viewer } = world;
    const status = (room: number, to: 1 | 3 | 9) =>
      changeStatus(test.deps, (performers[room] as TestPerformer).id, to);
    switch (one.what) {
      case 'enter':
        world.viewer = await watch(test, phone.caller, performers[one.room] as TestPerformer);
        return;
      case 'pause':
        return status(one.room, onlineStatus.paused);
      case 'open':
        return status(one.room, onlineStatus.online);
      case 'free':
        return status(one.room, onlineStatus.free);
      case 'watch':
        return viewer?.watchFor(one.ms);
      case 'wait':
        return wait(one.ms);
      case 'leave':
        return viewer?.leave();
      case 'told-started':
        return tell(test, { call, event: 'started' });
      // Too early, repeated or forged: either the provider is asked, or the notice is ignored.
      case 'told-ended':
        return tell(test, { call, event: 'ended' });
      case 'forged':
        return tell(test, { call, event: 'ended' }, { signed: false });
      case 'crash':
        return takeOverChats({ ...test.deps, node: `next-${names}` });
      case 'hang-up':
        world.seconds ??= one.seconds;
        // Two simultaneous notices settle the call once.
        return Promise.all([hangUp(test, call, world.seconds), hangUp(test, call, world.seconds)]);
    }
  }

  const rowOf = async (call: string) => {
    const [row] = await test.deps.db.select().from(phoneCalls).where(eq(phoneCalls.callId, call));
    if (!row) throw new Error(`No phone call ${call}`);
    return row;
  };

  const earnedBy = (performers: readonly TestPerformer[]) =>
    Promise.all(performers.map((performer) => performer.credits()));

  /** The ledger pays performers what the call's row says, and never more than the call brought in. */
  async function expectRight({ phone, call, performers, seconds }: World): Promise<void> {
    const { cents, credits, settledAt } = await rowOf(call);
    const paid = await test.deps.db
      .select({ amount: transfers.amount })
      .from(transfers)
      .where(and(eq(transfers.kind, 'dial-in'), eq(transfers.reference, `dial-in:${phone.session}`)));
    const earned = (await earnedBy(performers)).reduce((sum, one) => sum + one, 0);
    expect(paid.reduce((sum, { amount }) => sum + amount, 0)).toBe(earned);
    if (settledAt === null) return expect(earned, 'nobody earns before the bill').toBe(0);
    const tariff = test.deps.config.phone.tariff;
    expect(cents).toEqual(billOf(seconds ?? 0, tariff));
    expect(credits).toEqual(earned);
    expect(earned * tariff.centsPerMinute).toBeLessThanOrEqual((cents ?? 0) * 60);
  }

  /** Each performer earns whole credits for the paid chat delivered with her, unless the call brought in less. */
  async function expectShares({ phone, call, performers }: World): Promise<void> {
    const { cents, dialInId } = await rowOf(call);
    expect(dialInId).toBe(phone.session);
    const sessions = await test.deps.db
      .select()
      .from(chatSessions)
      .where(
        and(
          eq(chatSessions.dialInSession, phone.session),
          inArray(
            chatSessions.performerId,
            performers.map(({ id }) => id),
          ),
        ),
      )
      .orderBy(asc(chatSessions.joinedAt));
    expect(sessions.every(({ state }) => state === 'ended')).toBe(true);
    const due = performers.map(({ id }) =>
      sessions
        .filter(({ performerId, type }) => performerId === id && type === 'chat')
        .reduce((sum, { deliveredMs }) => sum + Math.floor((deliveredMs * 60) / 60_000), 0),
    );
    const earned = await earnedBy(performers);
    const all = due.reduce((sum, credits) => sum + credits, 0);
    const pool = Math.floor(((cents ?? 0) * 60) / test.deps.config.phone.tariff.centsPerMinute);
    if (all <= pool) expect(earned).toEqual(due);
    else
      for (const [index, credits] of earned.entries()) expect(credits).toBeLessThanOrEqual(due[index] ?? 0);
  }

  it('pays performers once for what was delivered, out of what the call brought in', {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 12 }), async (acts) => {
        const world = await begin();
        for (const one of [{ what: 'enter', room: 0 } as const, ...acts]) {
          await perform(world, one).catch((error: unknown) => {
            if (!expected.includes(labelOf(error))) throw error;
          });
          await expectRight(world);
        }
        await perform(world, { what: 'hang-up', seconds: 45 });
        await wait(20_000);
        await expectRight(world);
        await expectShares(world);
        const before = await earnedBy(world.performers);
        await perform(world, { what: 'told-ended' });
        await wait(20_000);
        expect(await earnedBy(world.performers), 'told again it pays nothing').toEqual(before);
      }),
      { numRuns: 12 },
    );
    expect(await findViolations(test.deps.db, walletChecks)).toEqual([]);
  });
});
