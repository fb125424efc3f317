import { eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { chatAction, readChatMessages } from '#contract/chat/action-calls.ts';
import { requestVipSchema, VIP_ANSWER_SECONDS } from '#contract/chat/vip-calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { readRoom, setStatus } from '#contract/studio/studio-calls.ts';
import { acceptVip, stopVipShow } from '#contract/studio/vip-calls.ts';
import { findViolations } from '#server/ledger/check-books.ts';
import { streamRoom } from '#server/media/rooms.ts';
import { readStatus } from '#server/performers/reads.ts';
import { createBroadcastSweep, ENCODER_GRACE_MS } from '#server/studio/broadcast.ts';
import { accept, askForVip, beginVip, decline, endVip } from '#server/studio/vip/testing.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { aGuest, aMember, aPerformer, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, variantOf } from '#server/testing/test-app.ts';
import { aPaidChat, join, type Viewer, watch } from '#server/testing/viewer.ts';
import { readReceipt } from '../receipt/receipt.ts';
import { sweepChats } from '../session/sweep-chats.ts';
import { chatSessions } from '../session/tables.ts';
import { takeOverChats } from '../session/take-over-chats.ts';
import { settleRests } from '../units/settle-unit.ts';
import { readShows } from './reads.ts';
import { sweepVip } from './sweep-vip.ts';
import { vipRequests } from './tables.ts';

describe.each(databaseKinds())('a VIP show on $name', (database) => {
  const test = startTestApp({ on: database });
  let vera: TestPerformer;
  let anna: TestMember;
  let chat: Viewer;

  beforeEach(async () => {
    ({ anna, vera, chat } = await aPaidChat(test, 1000));
    test.pushes.length = 0;
  });

  const statusOf = () => readStatus(test.deps, vera.id);
  const rowOf = async (id: string) =>
    (await test.deps.db.select().from(vipRequests).where(eq(vipRequests.id, id)))[0];
  const sessionOf = async (id: string) => {
    const [row] = await test.deps.db.select().from(chatSessions).where(eq(chatSessions.id, id));
    if (!row) throw new Error('No such session');
    return row;
  };
  const receiptOf = async (id: string) => readReceipt(test.deps, await sessionOf(id));
  const payloadsTo = (to: string, name: string) =>
    test.pushes.filter((push) => push.to === to && push.name === name).map(({ payload }) => payload);

  describe('a request', () => {
    it('L4.47 L6.2 L7.11 reaches the performer with the minutes the member can pay, and waits two minutes', async () => {
      const request = await askForVip(test, chat);
      const { sender } = chat.joined;
      const seen = {
        request,
        member: sender,
        paysFrom: 1,
        unit: { credits: 240, seconds: 60 },
        state: 'pending',
        reason: null,
        leftMs: 120_000,
        awayMs: null,
      };
      expect(payloadsTo(`performer:${vera.id}`, 'studio-vip')).toEqual([seen]);
      test.clock.advance(20_000);
      const room = await callApp(test, readRoom, {}, bearer(vera.token));
      expect(room.vip).toEqual({ requests: [{ ...seen, leftMs: 100_000 }], show: null, waiting: 0 });
    });

    it('L4.48 is stored once: a second one returns the first', async () => {
      const requests = await Promise.all([askForVip(test, chat), askForVip(test, chat)]);
      expect(new Set(requests).size).toBe(1);
      expect(payloadsTo(`performer:${vera.id}`, 'studio-vip')).toHaveLength(1);
    });

    it('L1.3 L4.49 L5.5 requires 480 credits', async () => {
      const poor = await aMember(test, 539);
      const poorChat = await watch(test, poor.caller, vera);
      await expect(askForVip(test, poorChat)).rejects.toThrow('badRequest.deduct.credits.amount');
      const able = await aMember(test, 540);
      await expect(askForVip(test, await watch(test, able.caller, vera))).resolves.toBeTypeOf('string');
    });

    it('requires a member', async () => {
      const free = await aPerformer(test, onlineStatus.free);
      const guest = await watch(test, aGuest(test), free);
      await expect(askForVip(test, guest)).rejects.toThrow('badRequest.unauthorized');
    });

    it('is refused, as is waiting, if the brand has no VIP', async () => {
      const without = variantOf(test, { brand: { ...test.deps.brand, hasFeature: () => false } });
      const input = { action: 'requestVip', auth: chat.auth() } as const;
      await expect(callApp(without, chatAction, input, bearer(anna.token))).rejects.toThrow(
        'badRequest.notFound',
      );
      await expect(callApp(without, acceptVip, { request: 'any' }, bearer(vera.token))).rejects.toThrow(
        'badRequest.notFound',
      );
      expect(requestVipSchema.parse(input).recipient).toBe('host');
    });

    it('expires after two minutes and may then be repeated', async () => {
      const request = await askForVip(test, chat);
      await chat.watchFor(VIP_ANSWER_SECONDS * 1000 - 3000);
      await sweepVip(test.deps);
      expect(await rowOf(request)).toMatchObject({ state: 'pending' });
      await chat.watchFor(3000);
      await sweepVip(test.deps);
      expect(await rowOf(request)).toMatchObject({ state: 'declined', reason: 'expired' });
      expect(payloadsTo(`chat:${chat.session}`, 'vip-state').at(-1)).toMatchObject({ reason: 'expired' });
      await expect(accept(test, vera, request)).rejects.toThrow('badRequest.vip.closed');
      expect(await askForVip(test, chat)).not.toBe(request);
    });

    it('cannot be accepted after it has expired, even before the sweep', async () => {
      const request = await askForVip(test, chat);
      await chat.watchFor(VIP_ANSWER_SECONDS * 1000);
      await expect(accept(test, vera, request)).rejects.toThrow('badRequest.vip.closed');
      expect(await statusOf()).toEqual(onlineStatus.online);
      expect((await rowOf(request))?.reason).toBe('expired');
    });

    it('L7.12 cannot be accepted after the member has withdrawn it', async () => {
      const request = await askForVip(test, chat);
      expect((await endVip(test, chat)).vip).toMatchObject({ state: 'declined', reason: 'withdrawn' });
      await expect(accept(test, vera, request)).rejects.toThrow('badRequest.vip.closed');
      expect(await statusOf()).toBe(onlineStatus.online);
    });

    it('L4.34 may be declined twice', async () => {
      const request = await askForVip(test, chat);
      await decline(test, vera, request);
      await expect(decline(test, vera, request)).resolves.toMatchObject({ state: 'declined' });
      expect(payloadsTo(`chat:${chat.session}`, 'vip-state')).toHaveLength(2);
      await expect(accept(test, vera, request)).rejects.toThrow('badRequest.vip.closed');
    });

    it.each([
      ['the member leaves', () => chat.leave(), 'withdrawn'],
      ['the performer goes on a break', () => set(onlineStatus.paused), 'away'],
    ] as const)('ends when %s', async (_, end, reason) => {
      const request = await askForVip(test, chat);
      await end();
      expect(await rowOf(request)).toMatchObject({ state: 'declined', reason });
    });

    it('cannot be accepted or declined by another performer', async () => {
      const request = await askForVip(test, chat);
      const mila = await aPerformer(test);
      await expect(accept(test, mila, request)).rejects.toThrow('badRequest.notFound');
      await expect(decline(test, mila, request)).rejects.toThrow('badRequest.notFound');
    });
  });

  const set = (status: 0 | 1 | 3 | 5 | 9) =>
    callApp(test, setStatus, { onlineStatus: status }, bearer(vera.token));

  describe('begins', () => {
    it('L3.9 L4.34 L6.4 for one: the session continues, the others end, and the rest of the minute is given back', async () => {
      await chat.watchFor(27_000);
      const bea = await aMember(test, 500);
      const other = await watch(test, bea.caller, vera);
      await accept(test, vera, await askForVip(test, chat));
      expect(await statusOf()).toBe(onlineStatus.vip);
      expect(await sessionOf(chat.session)).toMatchObject({ state: 'watching', type: 'vip' });
      expect(await sessionOf(other.session)).toMatchObject({ endReason: 'vip-started' });
      expect(test.media.dropped).toContain(other.session);
      expect(test.media.dropped).not.toContain(chat.session);
      expect(await anna.credits()).toBe(940 + 33);
      expect(payloadsTo(`chat:${chat.session}`, 'vip-state').at(-1)).toMatchObject({ state: 'accepted' });
      await chat.beat();
      expect(await anna.credits()).toBe(973 - 240);
      expect(decodeJwt(chat.auth())['meta']).toMatchObject({ type: 'vip' });
    });

    it('once, however often it is accepted', async () => {
      const request = await askForVip(test, chat);
      await Promise.all([accept(test, vera, request), accept(test, vera, request)]);
      await accept(test, vera, request);
      expect(test.pushes.filter(({ name }) => name === 'performer-status')).toHaveLength(1);
    });

    it('L4.47 with one of two simultaneous requests, and declines the other', async () => {
      const bea = await aMember(test, 1000);
      const other = await watch(test, bea.caller, vera);
      const [first, second] = [await askForVip(test, chat), await askForVip(test, other)];
      const results = await Promise.allSettled([accept(test, vera, first), accept(test, vera, second)]);
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const states = [(await rowOf(first))?.state, (await rowOf(second))?.state].sort();
      expect(states).toEqual(['accepted', 'declined']);
      const open = (await Promise.all([chat, other].map(({ session }) => sessionOf(session)))).filter(
        ({ state }) => state !== 'ended',
      );
      expect(open.map(({ type }) => type)).toEqual(['vip']);
    });

    it('not if the credits have been spent meanwhile; the chat continues', async () => {
      const request = await askForVip(test, chat);
      await chat.tip(720);
      await expect(accept(test, vera, request)).rejects.toThrow('badRequest.deduct.credits.amount');
      expect(payloadsTo(`chat:${chat.session}`, 'vip-state').at(-1)).toMatchObject({
        state: 'declined',
        reason: 'no_credits',
      });
      expect(await sessionOf(chat.session)).toMatchObject({ state: 'watching', type: 'chat' });
      expect(await statusOf()).toBe(onlineStatus.online);
    });

    it('and refuses other members, also with an earlier token', async () => {
      const bea = await aMember(test, 500);
      const { getChatJoinToken } = await import('../join/get-chat-join-token.ts');
      const { joinChat } = await import('../join/join-chat.ts');
      const { token } = await getChatJoinToken(test.deps, bea.caller, { performer: vera.username });
      await beginVip(test, chat, vera);
      await expect(joinChat(test.deps, bea.caller, { 'x-chat': token })).rejects.toThrow(
        'badRequest.performer.busy',
      );
      await expect(join(test, bea.caller, vera)).rejects.toThrow('badRequest.performer.busy');
    });

    it('and cuts off a member who is just joining, with the token issued last', async () => {
      const bea = await aMember(test, 500);
      const request = await askForVip(test, chat);
      const { media } = test.deps;
      const deps = {
        ...test.deps,
        media: {
          ...media,
          playTarget: async (room: string, subject: string) => {
            await accept(test, vera, request);
            return media.playTarget(room, subject);
          },
        },
      };
      const slow = { ...test, deps };
      test.media.dropped.length = 0;
      await expect(join(slow, bea.caller, vera)).rejects.toThrow('badRequest.performer.busy');
      // Once with the session, and once for the token issued after its end.
      expect(test.media.dropped).toHaveLength(2);
      const [row] = await test.deps.db.select().from(chatSessions).where(eq(chatSessions.memberId, bea.id));
      expect(row).toMatchObject({ endReason: 'vip-started' });
    });
  });

  describe('its messages', () => {
    const say = (words: string) =>
      callApp(
        test,
        chatAction,
        { action: 'message', auth: chat.auth(), clientId: test.deps.newId(), data: { message: words } },
        bearer(anna.token),
      );

    it('are visible only to its two sides, also afterwards', async () => {
      const bea = await aMember(test, 500);
      const other = await watch(test, bea.caller, vera);
      await say('for everybody');
      await beginVip(test, chat, vera);
      await say('only for you');
      const asBea = await callApp(
        test,
        readChatMessages,
        { auth: other.auth(), after: 0 },
        bearer(bea.token),
      );
      expect(asBea.messages.map(({ message }) => message)).toEqual(['for everybody']);
      const own = await callApp(test, readChatMessages, { auth: chat.auth(), after: 0 }, bearer(anna.token));
      expect(own.messages).toHaveLength(2);
      const room = await callApp(test, readRoom, {}, bearer(vera.token));
      expect(room.messages).toHaveLength(2);
      await endVip(test, chat);
      await set(onlineStatus.online);
      const later = await join(test, bea.caller, vera);
      expect(later.joined.messages.map(({ message }) => message)).toEqual(['for everybody']);
    });
  });

  describe('costs', () => {
    /** 1000 less a minute of chat that was given back in full, or nearly. */
    const begin = async () => {
      await beginVip(test, chat, vera);
      expect(await anna.credits()).toBe(760);
    };

    it('L9.1 240 credits a minute, in advance', async () => {
      await begin();
      await chat.watchFor(57_000);
      expect(await anna.credits()).toBe(760);
      await chat.watchFor(3000);
      expect(await anna.credits()).toBe(520);
      expect(await vera.credits()).toBe(480);
      await chat.tip(100);
      const { vip } = await callApp(test, readRoom, {}, bearer(vera.token));
      expect(vip.show).toMatchObject({ earned: 580 });
      expect(await receiptOf(chat.session)).toMatchObject({ modes: ['chat', 'vip'], minutes: 3 });
    });

    it.each([
      ['L7.12 stops it', () => endVip(test, chat), 'vip-ended', 0],
      ['leaves', () => chat.leave(), 'left', 0],
    ] as const)('the running minute when the member %s, which is kept', async (_, end, endReason, back) => {
      await begin();
      await chat.watchFor(30_000);
      await end();
      expect(await anna.credits()).toBe(760 + back);
      expect(await sessionOf(chat.session)).toMatchObject({ endReason });
      expect(await statusOf()).toBe(onlineStatus.paused);
      expect(payloadsTo(`performer:${vera.id}`, 'studio-ended')).toEqual([
        { what: 'show', why: 'left', member: chat.joined.sender },
      ]);
    });

    it.each([
      ['L4.34 stops it', () => callApp(test, stopVipShow, {}, bearer(vera.token)), 'vip-stopped', 9],
      ['goes on a break', () => set(onlineStatus.paused), 'vip-stopped', 9],
      ['goes offline', () => set(onlineStatus.offline), 'host-disconnected', 0],
      ['’s encoder is gone', () => loseEncoder(), 'host-disconnected', 0],
    ] as const)('only what was watched when the performer %s', async (_, end, endReason, status) => {
      await begin();
      await chat.watchFor(30_000);
      await end();
      expect(await anna.credits()).toBe(880);
      expect(await sessionOf(chat.session)).toMatchObject({ endReason });
      expect(await statusOf()).toBe(status);
      const ends = payloadsTo(`performer:${vera.id}`, 'studio-ended');
      expect(ends).not.toContainEqual(expect.objectContaining({ what: 'show' }));
    });

    /** Nothing is delivered while the encoder is away. */
    async function loseEncoder(): Promise<void> {
      const sweep = createBroadcastSweep(test.deps);
      test.media.gateway.closeRoom(streamRoom(vera.id));
      await sweep();
      for (let ms = 0; ms < ENCODER_GRACE_MS; ms += 3000) {
        test.clock.advance(3000);
        await chat.sendStats();
        await sweep();
      }
    }

    it('only what was watched if the connection is lost for good, after five minutes', async () => {
      await begin();
      await chat.watchFor(30_000);
      test.clock.advance(16_000);
      await sweepChats(test.deps);
      expect(await sessionOf(chat.session)).toMatchObject({ endReason: 'ping-auth-expired' });
      test.clock.advance(300_000);
      await sweepVip(test.deps);
      expect(await statusOf()).toEqual(onlineStatus.paused);
      expect(await anna.credits()).toBe(760);
      await settleRests(test.deps);
      expect(await anna.credits()).toBe(880);
    });

    it('no further minute when the credits are used up; the show ends', async () => {
      await begin();
      await expect(chat.watchFor(240_000)).rejects.toThrow('badRequest.session.ended');
      expect(await sessionOf(chat.session)).toMatchObject({ endReason: 'no_credits' });
      expect(await statusOf()).toEqual(onlineStatus.paused);
      expect(await anna.credits()).toBe(40);
      expect(payloadsTo(`member:${anna.id}`, 'payment-failed')).toEqual([{ action: 'interval' }]);
    });

    it('nothing for a kept minute when the performer accepts again', async () => {
      await begin();
      await chat.watchFor(30_000);
      await endVip(test, chat);
      await set(onlineStatus.online);
      chat = await watch(test, anna.caller, vera);
      expect(await anna.credits()).toBe(700);
      await beginVip(test, chat, vera);
      // The chat minute was given back; the VIP minute continues.
      expect(await anna.credits()).toBe(760);
      await chat.watchFor(27_000);
      expect(await anna.credits()).toBe(760);
      await chat.watchFor(3000);
      expect(await anna.credits()).toBe(520);
    });

    it('no minimum of 480 credits for another request within the rest of its minute', async () => {
      const poor = await aMember(test, 540);
      const viewer = await watch(test, poor.caller, vera);
      await beginVip(test, viewer, vera);
      await viewer.watchFor(9000);
      await endVip(test, viewer);
      const before = await poor.credits();
      expect(before).toBeLessThan(480);
      await set(onlineStatus.online);
      const again = await watch(test, poor.caller, vera);
      await beginVip(test, again, vera);
      expect(await poor.credits()).toBe(before);
      await endVip(test, again);
      await set(onlineStatus.online);
      test.clock.advance(5 * 60_000);
      const late = await watch(test, poor.caller, vera);
      await expect(askForVip(test, late)).rejects.toThrow('badRequest.deduct.credits.amount');
    });

    it('paid time only, without free chat before it', async () => {
      const vrij = await aPerformer(test, onlineStatus.free);
      const viewer = await watch(test, anna.caller, vrij);
      await viewer.watchFor(30_000);
      await beginVip(test, viewer, vrij);
      await viewer.watchFor(9000);
      await endVip(test, viewer);
      expect(await receiptOf(viewer.session)).toMatchObject({
        deliveredMs: 39_000,
        paidMs: 9000,
        charged: 240,
        rests: [{ mode: 'vip', leftMs: 51_000, keptMs: 300_000 }],
      });
    });

    it('what the receipt says, to the credit', async () => {
      await begin();
      await chat.watchFor(30_000);
      await chat.tip(100);
      await callApp(test, stopVipShow, {}, bearer(vera.token));
      const receipt = await receiptOf(chat.session);
      expect(receipt).toMatchObject({ charged: 300, returned: 180, tips: 100, total: 220 });
      expect(1000 - (await anna.credits())).toBe(receipt.total);
      expect(await findViolations(test.deps.db, [])).toEqual([]);
    });
  });

  describe('the performer’s status', () => {
    it('can only be left by a break, going offline or the end of the show', async () => {
      await beginVip(test, chat, vera);
      await expect(set(onlineStatus.online)).rejects.toThrow('badRequest.performer.busy');
      await expect(set(onlineStatus.free)).rejects.toThrow('badRequest.performer.busy');
      await expect(set(onlineStatus.vip)).rejects.toThrow('badRequest.forbidden');
      expect(await statusOf()).toBe(onlineStatus.vip);
    });

    it('is the configured one after the show', async () => {
      const config = { ...test.deps.config, afterVip: 'online' as const };
      const open = variantOf(test, { config });
      await beginVip(open, chat, vera);
      await endVip(open, chat);
      expect(await statusOf()).toBe(onlineStatus.online);
    });

    it('L4.47 does not stay VIP when the process was killed', async () => {
      const request = await beginVip(test, chat, vera);
      await test.deps.db.update(chatSessions).set({ node: 'gone' }).where(eq(chatSessions.id, chat.session));
      await takeOverChats(test.deps);
      expect(await sessionOf(chat.session)).toMatchObject({ endReason: 'service-ended' });
      expect(await statusOf()).toEqual(onlineStatus.paused);
      expect(await anna.credits()).toBe(1000);
      expect(await rowOf(request)).toMatchObject({ state: 'stopped' });
    });

    it('does not stay VIP if the process was killed between the end of the chat and of the show', async () => {
      const request = await beginVip(test, chat, vera);
      await test.deps.db
        .update(chatSessions)
        .set({ state: 'ended', endedAt: test.clock.now(), endReason: 'left' })
        .where(eq(chatSessions.id, chat.session));
      await sweepVip(test.deps);
      expect(await statusOf()).toBe(onlineStatus.vip);
      test.clock.advance(2000);
      await sweepVip(test.deps);
      expect(await statusOf()).toBe(onlineStatus.paused);
      expect(await rowOf(request)).toMatchObject({ state: 'stopped' });
    });

    it('does not stay VIP without a show, and stays while one runs', async () => {
      const lost = await aPerformer(test, onlineStatus.vip);
      await beginVip(test, chat, vera);
      await sweepVip(test.deps);
      expect(await readStatus(test.deps, lost.id)).toBe(onlineStatus.paused);
      expect(await statusOf()).toBe(onlineStatus.vip);
      expect((await readShows(test.deps, vera.id)).show).toMatchObject({ member: chat.joined.sender });
    });
  });
});
