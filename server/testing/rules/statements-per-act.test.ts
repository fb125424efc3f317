import { eq } from 'drizzle-orm';
import { NoopLogger } from 'drizzle-orm/logger';
import { describe, expect, it, vi } from 'vitest';
import { toyLevels } from '#contract/chat/toy-calls.ts';
import { NEW_CONVERSATION } from '#contract/messaging/messages.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { messageFollowers } from '#contract/studio/follower-calls.ts';
import { saveGoals } from '#contract/studio/tipping-calls.ts';
import { setToy } from '#contract/studio/toy-calls.ts';
import { openTopTelling, tellTopTippers } from '#server/chat/tipping/top-tippers.ts';
import { cutStream } from '#server/desk/live/cut-stream.ts';
import { duePayouts } from '#server/desk/payouts/list-payouts.ts';
import { markPaid } from '#server/desk/payouts/pay-out.ts';
import { favourites } from '#server/member/tables.ts';
import { sendPrivateMessage } from '#server/messaging/conversation/send-private-message.ts';
import { listPerformers } from '#server/performers/directory/find-performers.ts';
import { followerMessages, performers } from '#server/performers/tables.ts';
import { tellFollowers } from '#server/studio/followers/message-followers.ts';
import { spendingLimits } from '#server/wallet/tables.ts';
import { databaseKinds } from '../databases.ts';
import { giveCredits } from '../make.ts';
import { aGuest, aMember, anOperator, aPerformer, type TestPerformer } from '../people.ts';
import { startTestApp } from '../start-test-app.ts';
import { bearer, callApp } from '../test-app.ts';
import { aFreeChat, aPaidChat, join } from '../viewer.ts';
import { type CountedAct, statementsPerAct } from './declarations.ts';

/** Amount that is no level of the toy, in credits. */
const PLAIN = 110;

describe.each(databaseKinds())('the number of statements on $name', (database) => {
  const test = startTestApp({ on: database, environment: { PAYOUT_RATE: '50', PAYOUT_MINIMUM: '100' } });

  /** Without those that begin and end transactions. */
  async function statementsOf(act: () => Promise<unknown>): Promise<string[]> {
    const logged = vi.spyOn(NoopLogger.prototype, 'logQuery');
    await act();
    const statements = logged.mock.calls.map((call: unknown[]) => String(call[0]));
    logged.mockRestore();
    return statements.filter((text) => !/^(?:begin|commit|(?:release )?savepoint)\b/.test(text));
  }

  async function expectCount(name: CountedAct, act: () => Promise<unknown>): Promise<void> {
    const statements = await statementsOf(act);
    const known = statementsPerAct[name];
    const advice = statements.length < known ? 'fewer statements: lower the number' : 'more statements';
    expect(statements.length, `${name}: ${advice}\n${statements.join('\n')}`).toBe(known);
  }

  const topIsTold = () => test.deps.part(openTopTelling).close();

  /** A live performer's room with a member who has tipped before. */
  async function aTipper(prepare: (vera: TestPerformer) => Promise<unknown> = async () => {}) {
    const { vera, chat } = await aFreeChat(test, 10_000);
    await test.deps.db
      .update(performers)
      .set({ publicSince: test.deps.now() })
      .where(eq(performers.id, vera.id));
    await chat.tip(PLAIN);
    await topIsTold();
    await prepare(vera);
    return { vera, chat };
  }

  it('of a tip has not grown, and only its last write locks the room', async () => {
    const { chat } = await aTipper();
    await expectCount('a tip', () => chat.tip(PLAIN));
    await topIsTold();
    const statements = await statementsOf(() => chat.tip(PLAIN));
    const writes = statements.filter((text) => /\b(?:insert into|update|move_credits)\b/.test(text));
    expect(writes.map((text) => text.includes('"chat_room"'))).toEqual([false, false, false, true]);
  });

  it('of a tip for a goal has not grown', async () => {
    const goals = [{ text: 'Dance', amount: 10_000 }];
    const { chat } = await aTipper(({ token }) =>
      callApp(test, saveGoals, { goals, carriesOver: false }, bearer(token)),
    );
    await chat.tip(PLAIN);
    await topIsTold();
    await expectCount('a tip while a goal is running', () => chat.tip(PLAIN));
  });

  it('of a tip for the toy has not grown', async () => {
    const { chat } = await aTipper(({ token }) => callApp(test, setToy, { active: true }, bearer(token)));
    await expectCount('a tip that moves the toy', () => chat.tip(toyLevels[0].amount));
  });

  it('of telling a room of its top tippers is the same for one tip and for many', async () => {
    const { vera } = await aTipper();
    const since = test.deps.now();
    await expectCount('telling a room of its top tippers', async () => {
      for (let tips = 0; tips < 100; tips += 1) tellTopTippers(test.deps, vera.id, since);
      await topIsTold();
    });
  });

  it('of a private message has not grown', async () => {
    const [anna, vera] = [await aMember(test, 1000), await aPerformer(test)];
    const write = (message: string) =>
      sendPrivateMessage(test.deps, anna.caller, {
        conversationId: NEW_CONVERSATION,
        performerId: vera.id,
        message,
        clientId: test.deps.newId(),
      });
    await write('Hoi');
    await expectCount('a private message', () => write('Dag'));
  });

  it.each([10, 100] as const)(
    'of %d keep-alives has not grown',
    async (count) => {
      const vera = await aPerformer(test);
      const viewers = await Promise.all(
        Array.from({ length: count }, async () => {
          const { id: memberId, caller } = await aMember(test, 1000);
          // A minute uses most of the day's limit, so that the member is warned.
          await test.deps.db.insert(spendingLimits).values([
            { memberId, period: 'day', credits: 70 },
            { memberId, period: 'week', credits: 900 },
            { memberId, period: 'month', credits: 900 },
          ]);
          return join(test, caller, vera);
        }),
      );
      const beat = () => Promise.all(viewers.map((viewer) => viewer.beat()));
      await test.tellMoved();
      await expectCount(`${count} keep-alives that begin minutes, of members with limits`, beat);
      await expectCount(`telling a performer of ${count} minutes`, () => test.tellMoved());
      test.clock.advance(3000);
      await expectCount(`${count} keep-alives that go on`, beat);
    },
    60_000,
  );

  it.each([1, 100] as const)(
    'of telling %d followers of a message is the same for one and for many',
    async (count) => {
      const vera = await aPerformer(test);
      const createdAt = test.deps.now();
      const members = await Promise.all(Array.from({ length: count }, () => aMember(test)));
      await test.deps.db
        .insert(favourites)
        .values(
          members.map(({ id: memberId }) => ({ memberId, performerId: vera.id, createdAt, liveMail: true })),
        );
      const text = 'Vanavond om acht uur';
      await callApp(test, messageFollowers, { text, clientId: test.deps.newId() }, bearer(vera.token));
      const [message] = await test.deps.db
        .select({ message: followerMessages.id })
        .from(followerMessages)
        .where(eq(followerMessages.performerId, vera.id));
      await expectCount(
        count === 1 ? 'telling 1 follower of a message' : 'telling 100 followers of a message',
        () => tellFollowers(test.deps, message ?? { message: 0 }),
      );
    },
    60_000,
  );

  it('of a list page has not grown', async () => {
    const { id } = await aPerformer(test, onlineStatus.free);
    const list = () =>
      listPerformers(test.deps, aGuest(test), { pagination: { page: 1, limit: 20 }, nonNude: false });
    await list();
    await test.deps.db.update(performers).set({ rating: 4 }).where(eq(performers.id, id));
    await expectCount('a page of the performers’ list after a change', list);
  });

  it('of a cut has not grown', async () => {
    const { vera } = await aPaidChat(test, 500);
    const { caller } = await anOperator(test, 'moderator');
    const cut = {
      performer: vera.id,
      notice: 'rules',
      minutes: 60,
    } as const;
    await expectCount('a cut of a stream with one viewer', () => cutStream(test.deps, caller, cut));
  });

  it('of a payout has not grown', async () => {
    const vera = await aPerformer(test);
    await giveCredits(test.deps, { kind: 'performer', owner: vera.id }, 1000);
    test.clock.advance(40 * 24 * 3_600_000);
    const { caller } = await anOperator(test, 'finance');
    const month = new Date(test.clock.now().getTime() - 31 * 24 * 3_600_000).toISOString().slice(0, 7);
    const [due] = await duePayouts(test.deps, { month, only: vera.id });
    const { version } = due ?? { version: '' };
    await expectCount('a payout', () =>
      markPaid(test.deps, caller, { performer: vera.id, month, version, reference: 'run' }),
    );
  });
});
