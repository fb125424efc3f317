import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { PAYS_FROM } from '#contract/chat/room/sanction-calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import type { StudioPushes } from '#contract/studio/events.ts';
import type { EarnedMove } from '#contract/studio/numbers/earned.ts';
import { readRoom } from '#contract/studio/studio-calls.ts';
import { setToy } from '#contract/studio/toy-calls.ts';
import { prices } from '#contract/wallet/prices.ts';
import { getChatJoinToken } from '#server/chat/join/get-chat-join-token.ts';
import { switchToyOff } from '#server/chat/toys/switch-toy.ts';
import { settleRests } from '#server/chat/units/settle-unit.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import { returnUnanswered } from '#server/messaging/returns/return-unanswered.ts';
import { messengerOf } from '#server/messaging/testing.ts';
import { performers } from '#server/performers/tables.ts';
import { askForVip, beginVip } from '#server/studio/vip/testing.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { aMember, aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, tokenFor } from '#server/testing/test-app.ts';
import { aFreeChat, aPaidChat, join, watch } from '#server/testing/viewer.ts';
import { callWith, hangUp, openPhone } from '#server/wallet/dial-in/testing.ts';
import { creditMember } from '#server/wallet/spending/grant-credits.ts';

describe.each(databaseKinds())('what moved is told to the performer on $name', (database) => {
  const environment = { PAYOUT_RATE: '50', FREE_CREDITS_EARN: 'false', MESSAGE_RETURN_HOURS: '48' };
  const test = startTestApp({ on: database, environment });

  /** The pushes of one round, of one name. */
  async function pushesTo<Name extends keyof StudioPushes>(
    { id }: TestPerformer,
    name: Name,
  ): Promise<StudioPushes[Name][]> {
    test.pushes.length = 0;
    await test.tellMoved();
    return test.pushes.flatMap((one) =>
      one.to === `performer:${id}` && one.name === name ? [one.payload as StudioPushes[Name]] : [],
    );
  }
  const movesOf = async (vera: TestPerformer): Promise<readonly EarnedMove[]> =>
    (await pushesTo(vera, 'studio-earned')).flatMap(({ moved }) => moved);

  it('in one push for any number of viewers, with totals that a read returns too', async () => {
    const vera = await aPerformer(test);
    const chats = [];
    for (let viewer = 0; viewer < 3; viewer += 1)
      chats.push(await join(test, (await aMember(test, 500)).caller, vera));
    await test.deps.db
      .update(performers)
      .set({ publicSince: test.deps.now() })
      .where(eq(performers.id, vera.id));
    for (const chat of chats) await chat.beat();
    await chats[0]?.tip(100);
    const pushes = await pushesTo(vera, 'studio-earned');
    expect(pushes).toEqual([
      {
        totals: {
          stream: 280,
          day: 280,
          month: 280,
          of: '2026-11',
          entries: 4,
          dayLeftMs: 11 * 3_600_000,
          rate: 50,
        },
        moved: [
          { kind: 'chat', credits: 180, count: 3 },
          { kind: 'tips', credits: 100, count: 1 },
        ],
      },
    ]);
    const { earned } = await callApp(test, readRoom, {}, bearer(vera.token));
    expect(earned).toEqual(pushes[0]?.totals);
    expect(await pushesTo(vera, 'studio-earned')).toEqual([]);
  });

  it('for a minute, its rest, a show, the toy and what it did not play', async () => {
    const { vera, chat } = await aPaidChat(test, 5000);
    expect(await movesOf(vera)).toEqual([{ kind: 'chat', credits: 60, count: 1 }]);
    await chat.watchFor(30_000);
    await beginVip(test, chat, vera);
    expect(await movesOf(vera)).toEqual([
      { kind: 'chat', credits: -30, count: 1 },
      { kind: 'vip', credits: 240, count: 1 },
    ]);
    const { vera: mila, chat: free } = await aFreeChat(test, 5000);
    await callApp(test, setToy, { active: true }, bearer(mila.token));
    await free.tip(250);
    expect(await movesOf(mila)).toEqual([{ kind: 'toys', credits: 250, count: 1 }]);
    await switchToyOff(test.deps, mila.id, { reason: 'off' });
    const [back] = await pushesTo(mila, 'studio-earned');
    expect(back).toMatchObject({
      totals: { day: 0, month: 0 },
      moved: [{ kind: 'toys', credits: -250, count: 1 }],
    });
  });

  it('for a lost line that is settled later, after the page of the member is gone', async () => {
    const { vera, chat } = await aPaidChat(test, 500);
    await chat.watchFor(15_000);
    await chat.leave('failed');
    await movesOf(vera);
    test.clock.advance(6 * 60_000);
    await settleRests(test.deps);
    expect(await movesOf(vera)).toEqual([{ kind: 'chat', credits: -45, count: 1 }]);
  });

  it('for a message, one without an answer, and a phone call', async () => {
    const messenger = messengerOf(test);
    const [anna, vera] = [await aMember(test, 500), await aPerformer(test)];
    await messenger.write(anna, vera, 'Hoi');
    expect(await movesOf(vera)).toEqual([{ kind: 'messages', credits: prices.message, count: 1 }]);
    test.clock.advance(50 * 3_600_000);
    await returnUnanswered(test.deps);
    expect(await movesOf(vera)).toEqual([{ kind: 'messages', credits: -prices.message, count: 1 }]);
    const phone = await openPhone(test);
    const call = await callWith(test, phone);
    const { session } = phone;
    const meta = { nickname: 'Zonnebloem' };
    await getChatJoinToken(test.deps, phone.caller, { performer: vera.username, session, meta });
    await (await watch(test, phone.caller, vera)).watchFor(60_000);
    await hangUp(test, call, 65);
    expect(await movesOf(vera)).toEqual([{ kind: 'phone', credits: await vera.credits(), count: 1 }]);
  });

  it('with free credits that are not earned as a movement of their own', async () => {
    const [anna, vera] = [await aMember(test, 0), await aPerformer(test)];
    await creditMember(test.deps, operatorCaller('els', 'sorry'), { memberId: anna.id, credits: 400 });
    await watch(test, anna.caller, vera);
    const [first] = await pushesTo(vera, 'studio-earned');
    expect(first).toMatchObject({
      totals: { day: 0, entries: 2 },
      moved: [
        { kind: 'chat', credits: 60 },
        { kind: 'unearned', credits: -60 },
      ],
    });
  });

  it('with what viewers can pay, whatever they spend or get elsewhere', async () => {
    const { anna, vera, chat } = await aFreeChat(test, 60);
    const other = await aPerformer(test);
    await test.tellMoved();
    await creditMember(test.deps, operatorCaller('els', 'sorry'), { memberId: anna.id, credits: 840 });
    expect(await pushesTo(vera, 'studio-pays')).toEqual([
      { viewers: [{ session: chat.session, paysFrom: PAYS_FROM[1] }], requests: [] },
    ]);
    const request = await askForVip(test, chat);
    const token = await tokenFor(test.deps, 'member', anna.id);
    for (let written = 0; written < 11; written += 1)
      await messengerOf(test).write({ ...anna, token }, other, `Hoi ${written}`);
    expect(await pushesTo(vera, 'studio-pays')).toEqual([
      {
        viewers: [{ session: chat.session, paysFrom: 1 }],
        requests: [{ request, paysFrom: 1 }],
      },
    ]);
    expect(await pushesTo(other, 'studio-pays')).toEqual([]);
  });

  it('adds the new part of a long stream to what is settled', async () => {
    const [anna, vera] = [await aMember(test, 10_000), await aPerformer(test, onlineStatus.free)];
    for (let tips = 1; tips <= 6; tips += 1) {
      await (await join(test, anna.caller, vera)).tip(100);
      const [last] = (await pushesTo(vera, 'studio-earned')).slice(-1);
      expect(last?.totals).toMatchObject({ day: tips * 100, month: tips * 100, entries: tips });
      test.clock.advance(3 * 60_000);
    }
    // The next day begins at zero; the month goes on.
    test.clock.advance(24 * 3_600_000);
    await (await join(test, anna.caller, vera)).tip(100);
    const [next] = await pushesTo(vera, 'studio-earned');
    expect(next?.totals).toMatchObject({ day: 100, month: 700 });
  });
});
