import { and, asc, eq, ne } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EndReason, endReasons } from '#contract/chat/session.ts';
import { creditsForRest, restAfter } from '#contract/chat/units.ts';
import { labelOf } from '#contract/errors.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { readLimits, setLimit } from '#contract/wallet/limits-calls.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import { findViolations } from '#server/ledger/check-books.ts';
import { freeCreditsOf } from '#server/ledger/transfer.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { performers as performersTable } from '#server/performers/tables.ts';
import { changeStatus } from '#server/studio/set-status.ts';
import { accept, askForVip, endVip } from '#server/studio/vip/testing.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { giveCredits } from '#server/testing/make.ts';
import { aMember, aPerformer, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { type Viewer, watch } from '#server/testing/viewer.ts';
import { walletChecks } from '#server/wallet/check-wallet.ts';
import { creditMember } from '#server/wallet/spending/grant-credits.ts';
import { readSpending } from '../receipt/read-spending.ts';
import { readReceipts } from '../receipt/receipt.ts';
import { sweepChats } from '../session/sweep-chats.ts';
import { chatSessions } from '../session/tables.ts';
import { takeOverChats } from '../session/take-over-chats.ts';
import { sweepVip } from '../vip/sweep-vip.ts';
import { settleRests } from './settle-unit.ts';
import { chatUnits } from './tables.ts';

/** Acts of a member, a performer, a connection and a server, in any order. */
type Act =
  | { what: 'enter' | 'leave' | 'fail' | 'vanish' | 'tip' | 'crash' | 'takeOver' | 'twice'; room: number }
  | { what: 'pause' | 'open' | 'free' | 'offline' | 'show' | 'end-show'; room: number }
  | { what: 'watch' | 'stall' | 'wait'; room: number; ms: number }
  | { what: 'credits' | 'limit'; amount: number };

const ROOMS = 2;
/** Units of six seconds, so that a run uses up many: short minutes, or the sixth part of longer ones at own prices. */
const UNITS = [
  { name: 'minutes', minuteSeconds: 6, environment: {}, own: {} },
  {
    name: 'shorter units at own prices',
    minuteSeconds: 36,
    environment: { PRICES: 'chat=30-120/6,vip=120-480/12,unit=10' },
    own: { chatPrice: 66, vipPrice: 252 },
  },
];
const suites = databaseKinds().flatMap((database) => UNITS.map((units) => ({ database, units })));
const room = fc.integer({ min: 0, max: ROOMS - 1 });
const ms = fc.integer({ min: 1, max: 9000 });
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constantFrom('enter', 'leave', 'fail', 'vanish', 'tip', 'crash', 'takeOver', 'twice'),
      room,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constantFrom('pause', 'open', 'free', 'offline', 'show', 'end-show'),
      room,
    }),
  },
  { weight: 6, arbitrary: fc.record({ what: fc.constantFrom('watch', 'watch', 'stall', 'wait'), room, ms }) },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constantFrom('credits', 'limit'),
      amount: fc.integer({ min: 1, max: 1500 }),
    }),
  },
);

/** Refusals that can occur in such a sequence; any other error fails the test. */
const expected = [
  'badRequest.session.ended',
  'badRequest.invalid.auth',
  'badRequest.invalid.payment',
  'badRequest.deduct.credits.amount',
  'badRequest.limit.reached',
  'badRequest.performer.paused',
  'badRequest.performer.busy',
  'badRequest.performer.offline',
  'badRequest.chat.switched',
  'badRequest.vip.notExists',
  'badRequest.vip.pending',
];

describe.each(suites)('$units.name under any order of acts, on $database.name', ({ database, units }) => {
  const { minuteSeconds, environment, own } = units;
  const test = startTestApp({
    on: database,
    environment: { CHAT_MINUTE_SECONDS: String(minuteSeconds), FREE_CREDITS_EARN: 'false', ...environment },
    change: ({ media }) => ({ media: { ...media, shared: true } }),
  });

  /** One member, two performers, and all credits given to the member. */
  interface World {
    anna: TestMember;
    performers: TestPerformer[];
    viewers: (Viewer | undefined)[];
    totalCredits: number;
    /** Of them, free ones, from which performers do not earn. */
    freeCredits: number;
    limit: number | null;
    begun: Date;
  }

  /** A performer who asks her own prices, if they are part of the suite. */
  async function anAsking(): Promise<TestPerformer> {
    const performer = await aPerformer(test);
    if (own.chatPrice !== undefined)
      await test.deps.db.update(performersTable).set(own).where(eq(performersTable.id, performer.id));
    return performer;
  }

  /** A media server that only its own process can query. */
  const alone = () => ({ ...test.deps.media, shared: false });

  const tolerate = (error: unknown): void => {
    if (!expected.includes(labelOf(error))) throw error;
  };

  async function pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 1000) {
      test.clock.advance(Math.min(1000, left));
      await sweepChats(test.deps);
    }
    await sweepVip(test.deps);
    await settleRests(test.deps);
  }

  async function stall(viewer: Viewer, ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 3000) {
      test.clock.advance(Math.min(3000, left));
      await viewer.sendStats(ms - left);
      await sweepChats(test.deps);
    }
  }

  const perform: Record<Act['what'], (world: World, act: never) => Promise<unknown>> = {
    enter: async ({ anna, performers, viewers }, { room }: { room: number }) => {
      viewers[room] = await watch(test, anna.caller, performers[room] as TestPerformer);
    },
    leave: ({ viewers }, { room }: { room: number }) => viewers[room]?.leave() ?? pass(100),
    fail: ({ viewers }, { room }: { room: number }) => viewers[room]?.leave('failed') ?? pass(100),
    vanish: () => pass(20_000),
    tip: async ({ viewers }, { room }: { room: number }) => viewers[room]?.tip(100),
    twice: async ({ viewers }, { room }: { room: number }) => {
      const viewer = viewers[room];
      if (viewer) await Promise.all([viewer.beat(), viewer.beat(), viewer.leave(), viewer.leave()]);
    },
    crash: () => takeOverChats({ ...test.deps, node: 'next', media: { ...alone(), viewer: () => null } }),
    // To another node and back while the viewer watches.
    takeOver: async () => {
      await takeOverChats({ ...test.deps, node: 'next' });
      await takeOverChats(test.deps);
    },
    pause: (world, { room }: { room: number }) => status(world, room, onlineStatus.paused),
    open: (world, { room }: { room: number }) => status(world, room, onlineStatus.online),
    free: (world, { room }: { room: number }) => status(world, room, onlineStatus.free),
    offline: (world, { room }: { room: number }) => status(world, room, onlineStatus.offline),
    show: async ({ viewers, performers }, { room }: { room: number }) => {
      const viewer = viewers[room];
      if (!viewer) return;
      await accept(test, performers[room] as TestPerformer, await askForVip(test, viewer));
      await viewer.beat();
    },
    'end-show': async ({ viewers }, { room }: { room: number }) => {
      const viewer = viewers[room];
      if (viewer) await endVip(test, viewer);
    },
    watch: async ({ viewers }, { room, ms }: { room: number; ms: number }) => viewers[room]?.watchFor(ms),
    stall: async ({ viewers }, { room, ms }: { room: number; ms: number }) => {
      const viewer = viewers[room];
      if (viewer) await stall(viewer, ms);
    },
    wait: (_, { ms }: { ms: number }) => pass(ms),
    credits: async (world, { amount }: { amount: number }) => {
      const memberId = world.anna.id;
      const free = Math.ceil(amount / 2);
      await giveCredits(test.deps, { kind: 'member', owner: memberId }, amount);
      await creditMember(test.deps, operatorCaller('els'), { memberId, credits: free });
      world.totalCredits += amount + free;
      world.freeCredits += free;
    },
    limit: async (world, { amount }: { amount: number }) => {
      const { anna } = world;
      await callApp(test, setLimit, { period: 'day', credits: amount }, bearer(anna.token));
      world.limit = Math.min(world.limit ?? Number.POSITIVE_INFINITY, amount);
    },
  };

  const status = ({ performers }: World, room: number, to: 0 | 1 | 3 | 9): Promise<void> =>
    changeStatus(test.deps, (performers[room] as TestPerformer).id, to);

  const sessionsOf = ({ anna }: World) =>
    test.deps.db
      .select()
      .from(chatSessions)
      .where(eq(chatSessions.memberId, anna.id))
      .orderBy(asc(chatSessions.joinedAt));

  /** Invariants at any moment. */
  async function expectRight(world: World): Promise<void> {
    const { anna, performers, totalCredits, freeCredits } = world;
    const balance = await anna.credits();
    expect(balance).toBeGreaterThanOrEqual(0);
    const receipts = await readReceipts(test.deps, await sessionsOf(world));
    const spent = receipts.reduce((sum, { total }) => sum + total, 0);
    expect(totalCredits - balance, 'the receipts are what the balance lost').toBe(spent);
    const minutes = await test.deps.db.select().from(chatUnits).where(eq(chatUnits.memberId, anna.id));
    const paid = (rows: readonly number[]) => rows.reduce((sum, ms) => sum + ms, 0);
    expect(paid(receipts.map(({ paidMs }) => paidMs)), 'the clocks are what the minutes delivered').toBe(
      paid(minutes.map(({ deliveredMs }) => deliveredMs)),
    );
    const earned = await Promise.all(performers.map((performer) => performer.credits()));
    const unearned = freeCredits - (await freeCreditsOf(test.deps.db, anna.id));
    expect(earned.reduce((sum, credits) => sum + credits, 0)).toBe(spent - unearned);
    const [limits, { all }] = await Promise.all([
      callApp(test, readLimits, {}, bearer(anna.token)),
      readSpending(test.deps, anna.caller, { period: 'all' }),
    ]);
    expect(limits.limits.map((limit) => limit.spent)).toEqual([spent, spent, spent]);
    expect(all.total, 'the account page says the same').toBe(spent);
  }

  /** Invariants once all chats have ended and every rest is settled. */
  async function expectSettled(world: World): Promise<void> {
    const own = eq(chatUnits.memberId, world.anna.id);
    expect(
      await test.deps.db
        .select()
        .from(chatUnits)
        .where(and(own, ne(chatUnits.state, 'settled'))),
    ).toEqual([]);
    for (const minute of await test.deps.db.select().from(chatUnits).where(own)) {
      const rest = creditsForRest(minute.price, minute.deliveredMs, minute.unitMs);
      expect([0, rest]).toContain(minute.returned);
      const reason = endReasons.find((name) => name === minute.reason) as EndReason | undefined;
      if (reason === undefined) expect(minute).toMatchObject({ reason: 'used', returned: 0 });
      else if (restAfter[reason] === 'kept') expect(minute.returned).toBe(0);
      else if (restAfter[reason] === 'returned') expect(minute.returned).toBe(rest);
    }
  }

  it('match the receipts on both sides and give back what the table says', {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 12 }), async (acts) => {
        const world: World = {
          anna: await aMember(test, 2000),
          performers: [await anAsking(), await anAsking()],
          viewers: [],
          totalCredits: 2000,
          freeCredits: 0,
          limit: null,
          begun: test.clock.now(),
        };
        for (const one of [{ what: 'enter', room: 0 } as const, ...acts]) {
          await perform[one.what](world, one as never).catch(tolerate);
          await expectRight(world);
        }
        await takeOverChats({ ...test.deps, node: 'last', media: alone() });
        await pass(5 * minuteSeconds * 1000 + 20_000);
        await runDueWork(test.outbox);
        await expectRight(world);
        await expectSettled(world);
      }),
      { numRuns: 8 },
    );
    expect(await findViolations(test.deps.db, walletChecks)).toEqual([]);
  });
});
