import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { chatAction, readChatMessages } from '#contract/chat/action-calls.ts';
import { sanctionViewer, setMessageDelay } from '#contract/chat/room/sanction-calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { CALL_MAX_MS, readCall } from '#contract/wallet/dial-in-calls.ts';
import { findViolations } from '#server/ledger/check-books.ts';
import { startSession } from '#server/member/account/log-in.ts';
import { foldUsername } from '#server/performers/reads.ts';
import { makeMember } from '#server/testing/make.ts';
import { aGuest, aMember, aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { join, type Viewer, watch } from '#server/testing/viewer.ts';
import { wrongPhoneCalls } from '#server/wallet/check-wallet.ts';
import { callWith, hangUp, openPhone, type TestPhone, tell } from '#server/wallet/dial-in/testing.ts';
import { getChatJoinToken } from '../join/get-chat-join-token.ts';
import { joinChat } from '../join/join-chat.ts';
import { chatSessions } from '../session/tables.ts';
import { takeOverChats } from '../session/take-over-chats.ts';
import { sweepCalls } from './settle-call.ts';

const test = startTestApp();
let vera: TestPerformer;
let anna: TestPhone;
let call: string;
let names = 0;
const newName = (): string => {
  names += 1;
  return `Zonnetje${names}`;
};
beforeEach(async () => {
  vera = await aPerformer(test);
  anna = await openPhone(test);
  call = await callWith(test, anna);
  test.pushes.length = 0;
});

const ask = (phone: TestPhone, nickname?: string, performer = vera) =>
  getChatJoinToken(test.deps, phone.caller, {
    performer: performer.username,
    ...(nickname === undefined ? {} : { session: phone.session, meta: { nickname } }),
  });
/** Chooses a name, joins and reports the first frame. */
const watchByPhone = async (phone = anna, performer = vera): Promise<Viewer> => {
  await ask(phone, newName(), performer);
  return watch(test, phone.caller, performer);
};
const sessionRow = async ({ session }: Viewer) => {
  const [row] = await test.deps.db.select().from(chatSessions).where(eq(chatSessions.id, session));
  return row;
};
const say = (auth: string, headers: Record<string, string>, message = 'Hallo') =>
  callApp(
    test,
    chatAction,
    { action: 'message', auth, clientId: crypto.randomUUID(), data: { message } },
    headers,
  );
const rename = (auth: string, newNickname: string, headers = anna.headers) =>
  callApp(test, chatAction, { action: 'changeNickname', auth, data: { newNickname } }, headers);
const booksAreRight = async () => expect(await findViolations(test.deps.db, [wrongPhoneCalls])).toEqual([]);

describe('a guest on a phone call', () => {
  it('L1.1 L6.1 watches paid chat without credits while the call lasts', async () => {
    const viewer = await watchByPhone();
    expect(viewer.joined).toMatchObject({ type: 'chat', secondsLeft: null, meter: { price: 0, spent: 0 } });
    await viewer.watchFor(200_000);
    expect(await sessionRow(viewer)).toMatchObject({ state: 'watching', memberId: null, guestKey: null });
  });

  it('has no time limit in free chat', async () => {
    const free = await aPerformer(test, onlineStatus.free);
    const viewer = await watchByPhone(anna, free);
    await viewer.watchFor(90_000);
    expect((await sessionRow(viewer))?.state).toBe('watching');
  });

  it('watches one performer at a time', async () => {
    const first = await watchByPhone();
    const second = await watch(test, anna.caller, await aPerformer(test));
    expect(await sessionRow(first)).toMatchObject({ state: 'ended', endReason: 'duplicate_session' });
    expect((await sessionRow(second))?.state).toBe('watching');
  });

  it('L6.1 writes under the nickname and cannot tip', async () => {
    const viewer = await watchByPhone();
    const sent = await say(viewer.auth(), anna.headers);
    expect(sent.message).toMatchObject({ sender: viewer.joined.sender, messageType: 'member' });
    const data = { amount: 100 };
    const tip = { action: 'tip', auth: viewer.auth(), clientId: crypto.randomUUID(), data } as const;
    await expect(callApp(test, chatAction, tip, anna.headers)).rejects.toThrow('badRequest.unauthorized');
  });

  it('sees an own message that waits, which a mute removes', async () => {
    const viewer = await watchByPhone();
    await callApp(test, setMessageDelay, { seconds: 4 }, bearer(vera.token));
    await say(viewer.auth(), anna.headers);
    const read = async () => {
      const gap = { auth: viewer.auth(), after: 0 };
      return (await callApp(test, readChatMessages, gap, anna.headers)).messages;
    };
    expect(await read()).toMatchObject([{ message: 'Hallo', seq: 0 }]);
    const mute = { target: { session: viewer.session }, kind: 'mute' } as const;
    await callApp(test, sanctionViewer, mute, bearer(vera.token));
    expect(await read()).toEqual([]);
  });

  it('is treated as an ordinary guest before the code and after the call', async () => {
    const bert = await openPhone(test);
    await expect(ask(bert, newName())).rejects.toThrow('badRequest.unauthorized');
    await hangUp(test, call, 60);
    await expect(ask(anna, newName())).rejects.toThrow('badRequest.unauthorized');
    const free = await aPerformer(test, onlineStatus.free);
    expect((await join(test, anna.caller, free)).joined.secondsLeft).toBe(60);
  });

  it('cannot use a token after the call has ended', async () => {
    const { token } = await ask(anna, newName());
    await hangUp(test, call, 60);
    await expect(joinChat(test.deps, anna.caller, { 'x-chat': token })).rejects.toThrow('invalid.joinToken');
  });

  it.each([
    ['another guest', () => aGuest(test)],
    [
      'another call',
      async () => {
        const bert = await openPhone(test);
        await callWith(test, bert);
        return bert.caller;
      },
    ],
    ['a member', async () => (await aMember(test, 500)).caller],
  ])('joins with a token that %s cannot use', async (_, other) => {
    const { token } = await ask(anna, newName());
    await expect(joinChat(test.deps, await other(), { 'x-chat': token })).rejects.toThrow(
      'invalid.joinToken',
    );
  });

  it.each([
    ['another guest', async () => ({}), 'badRequest.unauthorized'],
    [
      'another call',
      async () => {
        const bert = await openPhone(test);
        await callWith(test, bert);
        return bert.headers;
      },
      'badRequest.invalid.auth',
    ],
    ['a member', async () => bearer((await aMember(test, 500)).token), 'badRequest.invalid.auth'],
  ] as const)('cannot be used by %s to write or change the name', async (_, other, label) => {
    const viewer = await watchByPhone();
    const headers: Record<string, string> = await other();
    await expect(say(viewer.auth(), headers)).rejects.toThrow(label);
    await expect(rename(viewer.auth(), newName(), headers)).rejects.toThrow(/unauthorized|invalid.auth/);
  });
});

describe('a nickname', () => {
  it('L1.1 L4.18 is required before joining and kept for the next performer', async () => {
    await expect(ask(anna)).rejects.toThrow('badRequest.nickname.required');
    await ask(anna, 'Zonneschijn');
    const viewer = await join(test, anna.caller, await aPerformer(test));
    expect(viewer.joined.sender).toBe('Zonneschijn');
  });

  it.each([
    ['Zon', 'badRequest.nicknameLength'],
    ['Zonnetje1234567', 'badRequest.nicknameLength'],
    ['Zon net', 'badRequest.invalidChar'],
    ['Adm1n', 'badRequest.forbiddenWords'],
    ['Gast-1', 'badRequest.forbiddenWords'],
    ['Kl00tzak', 'badRequest.forbiddenWords'],
  ])('L5.8 %s is refused: %s', async (nickname, label) => {
    await expect(ask(anna, nickname)).rejects.toThrow(label);
    const viewer = await watchByPhone();
    await expect(rename(viewer.auth(), nickname)).rejects.toThrow(label);
  });

  it('cannot be the name of a performer, a member or another call', async () => {
    const { deps } = test;
    const taken = newName();
    await makeMember(deps, { username: taken });
    await expect(ask(anna, foldUsername(taken).toUpperCase())).rejects.toThrow('badRequest.username_exists');
    await expect(ask(anna, vera.username.slice(0, 14))).rejects.toThrow('badRequest.forbiddenWords');
    const bert = await openPhone(test);
    await callWith(test, bert);
    const name = newName();
    await ask(bert, name);
    await expect(ask(anna, name.toLowerCase())).rejects.toThrow('badRequest.username_exists');
  });

  it('L7.13 can be changed in the chat and applies to later messages', async () => {
    const viewer = await watchByPhone();
    const before = await say(viewer.auth(), anna.headers, 'before');
    const name = newName();
    test.pushes.length = 0;
    expect(await rename(viewer.auth(), name)).toEqual({ sender: name });
    expect(test.pushes).toEqual([]);
    const after = await say(viewer.auth(), anna.headers, 'after');
    expect(before.message?.sender).toEqual(viewer.joined.sender);
    expect(after.message?.sender).toEqual(name);
  });
});

describe('the end of the call', () => {
  it('ends the chat with its reason and tells what the call cost', async () => {
    const viewer = await watchByPhone();
    await viewer.watchFor(30_000);
    test.pushes.length = 0;
    await hangUp(test, call, 45);
    expect(await sessionRow(viewer)).toMatchObject({ state: 'ended', endReason: 'dialin_stopped' });
    expect(test.media.dropped).toContain(viewer.session);
    const push = test.pushes.find(({ name }) => name === 'chat-ended');
    expect(push).toMatchObject({ to: `chat:${viewer.session}`, payload: { reason: 'dialin_stopped' } });
    expect(test.pushes).toContainEqual({
      to: `dial-in:${anna.session}`,
      name: 'dial-in-status',
      payload: { session: anna.session, state: 'ENDED', seconds: 45, cents: 60 },
    });
    await expect(say(viewer.auth(), anna.headers)).rejects.toThrow('badRequest.session.ended');
  });

  it('pays the performer for the delivered media', async () => {
    const viewer = await watchByPhone();
    await viewer.watchFor(60_000);
    await hangUp(test, call, 75);
    expect(await vera.credits()).toBe(60);
    await booksAreRight();
  });

  it('pays the performers watched at the same time no more than the call brought in', async () => {
    const mila = await aPerformer(test);
    await (await watchByPhone()).watchFor(300_000);
    const second = await watch(test, anna.caller, mila);
    await second.watchFor(300_000);
    await hangUp(test, call, 610);
    // 2.99 at 0.80 for a minute's 60 credits.
    expect((await vera.credits()) + (await mila.credits())).toBeLessThanOrEqual(224);
    expect(Math.abs((await vera.credits()) - (await mila.credits()))).toBeLessThanOrEqual(1);
    await booksAreRight();
  });

  it('pays nothing for free chat', async () => {
    const free = await aPerformer(test, onlineStatus.free);
    await (await watchByPhone(anna, free)).watchFor(60_000);
    await hangUp(test, call, 60);
    expect(await free.credits()).toBe(0);
    await booksAreRight();
  });

  it('pays once when it is settled repeatedly', async () => {
    await (await watchByPhone()).watchFor(30_000);
    await hangUp(test, call, 40);
    const earned = await vera.credits();
    await Promise.all([tell(test, { call, event: 'ended' }), sweepCalls(test.deps), sweepCalls(test.deps)]);
    expect(await vera.credits()).toBe(earned);
    await booksAreRight();
  });

  it('is found by asking the provider when no notice arrived', async () => {
    const viewer = await watchByPhone();
    await viewer.watchFor(30_000);
    test.ivr.calls.set(call, { state: 'ended', seconds: 30 });
    await sweepCalls(test.deps);
    expect(await sessionRow(viewer)).toMatchObject({ endReason: 'dialin_stopped' });
  });

  it('is settled at the next start when it came while the service was down', async () => {
    const viewer = await watchByPhone();
    await viewer.watchFor(30_000);
    test.ivr.calls.set(call, { state: 'ended', seconds: 33 });
    test.clock.advance(20_000);
    // Another process, after the first one's lease has expired.
    const deps = { ...test.deps, node: 'next' };
    await takeOverChats(deps);
    await sweepCalls(deps);
    expect((await sessionRow(viewer))?.state).toBe('ended');
    const { session, headers } = anna;
    const status = await callApp(test, readCall, { session }, headers);
    expect(status).toMatchObject({ state: 'ENDED', seconds: 33, cents: 44 });
    expect(await vera.credits()).toBe(30);
    await booksAreRight();
  });

  it('follows a login, since members pay with credits: hangs up and bills the call so far', async () => {
    const chat = await watchByPhone();
    const { id } = await aMember(test, 500);
    const started = await test.deps.db.transaction((tx) =>
      startSession({ ...test.deps, db: tx }, anna.caller, id),
    );
    expect(started.token).toBeTypeOf('string');
    await sweepCalls(test.deps);
    expect(await sessionRow(chat)).toMatchObject({ state: 'ended', endReason: 'dialin_stopped' });
    const status = await callApp(test, readCall, { session: anna.session }, anna.headers);
    expect(status).toMatchObject({ state: 'ENDED' });
    expect(status.cents).not.toBeNull();
  });

  it('hangs up after an hour', async () => {
    await watchByPhone();
    test.clock.advance(CALL_MAX_MS + 1);
    await sweepCalls(test.deps);
    expect(test.ivr.hungUp).toContain(call);
    await booksAreRight();
  });

  it('ends the chat after an hour even without the provider, and settles once it responds', async () => {
    const viewer = await watchByPhone();
    test.ivr.calls.set(call, new Error('away'));
    test.clock.advance(CALL_MAX_MS + 1);
    await expect(sweepCalls(test.deps)).rejects.toThrow('not settled');
    expect((await sessionRow(viewer))?.state).toBe('ended');
    test.ivr.calls.set(call, { state: 'ended', seconds: 3700 });
    test.clock.advance(20_000);
    await sweepCalls(test.deps);
    const { session, headers } = anna;
    expect((await callApp(test, readCall, { session }, headers)).seconds).toBe(3700);
  });
});
