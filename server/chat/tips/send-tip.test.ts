import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ChatMessage } from '#contract/chat/messages.ts';
import { type TipData, tipDataSchema } from '#contract/chat/tipping/tips.ts';
import { labelOf } from '#contract/errors.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import type { Caller } from '#server/identity/caller.ts';
import { entries, transfers } from '#server/ledger/tables.ts';
import { members } from '#server/member/tables.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { aGuest, aMember, aPerformer, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { aFreeChat, join, type Viewer } from '#server/testing/viewer.ts';
import { sendMessage } from '../room/send-message.ts';
import { chatMessages } from '../room/tables.ts';
import { tips } from '../tipping/tables.ts';
import { sendTip } from './send-tip.ts';

describe.each(databaseKinds())('a tip on $name', (database) => {
  const test = startTestApp({ on: database });
  let anna: TestMember;
  let vera: TestPerformer;
  let chat: Viewer;

  /** Free chat, so that only tips move credits. */
  beforeEach(async () => {
    ({ anna, vera, chat } = await aFreeChat(test, 1000));
    test.pushes.length = 0;
  });

  const usual = tipDataSchema.parse({ amount: 250, message: 'for you' });

  interface Changes extends Partial<TipData> {
    clientId?: string;
    auth?: string;
  }

  function tip(
    { clientId = test.deps.newId(), auth = chat.auth(), ...data }: Changes = {},
    caller = chat.caller,
  ) {
    const input = { action: 'tip', recipient: 'host', auth, clientId, data: { ...usual, ...data } } as const;
    return sendTip(test.deps, caller, input);
  }

  const pushedTo = (to: string, name: string) =>
    test.pushes.filter((push) => push.to === to && push.name === name).map((push) => push.payload);

  const written = async () => ({
    tips: await test.deps.db.select().from(tips).where(eq(tips.performerId, vera.id)),
    lines: await test.deps.db.select().from(chatMessages).where(eq(chatMessages.performerId, vera.id)),
  });

  it('L6.2 L6.3 L7.9 moves the credits from the member to the performer', async () => {
    await expect(tip({ amount: 250 })).resolves.toMatchObject({ credits: 750 });
    expect(await anna.credits()).toBe(750);
    expect(await vera.credits()).toBe(250);
  });

  it('is marked as the giver’s own for the giver, also under another name, and for nobody else', async () => {
    const { message } = await tip();
    expect(message.own).toBe(true);
    const [pushed] = pushedTo(`room:${vera.id}`, 'chat-message') as { message: ChatMessage }[];
    expect(pushed?.message).toMatchObject({ id: message.id, amount: 250 });
    expect(pushed?.message).not.toHaveProperty('own');
    const { db } = test.deps;
    const bram = await aMember(test);
    // Anna has another name now, and Bram has the one under which she tipped.
    const renamed = { username: `Other${anna.id}`, usernameFolded: `other${anna.id}` };
    await db.update(members).set(renamed).where(eq(members.id, anna.id));
    const { sender } = (await join(test, bram.caller, vera)).joined;
    await db.update(chatMessages).set({ sender }).where(eq(chatMessages.performerId, vera.id));
    const seenBy = async (caller: Caller) =>
      (await join(test, caller, vera)).joined.messages.map(({ own }) => own);
    expect(await seenBy(bram.caller)).toEqual([false]);
    expect(await seenBy(anna.caller)).toEqual([true]);
    expect(await seenBy(aGuest(test))).toEqual([false]);
  });

  it('stays in the room without name and text if the member’s account is deleted', async () => {
    await tip();
    await test.deps.db.transaction(async (tx) => {
      for (const data of test.deps.personalData) await data.erase(tx, anna.id);
    });
    const { joined } = await join(test, (await aMember(test)).caller, vera);
    expect(joined.messages).toMatchObject([{ sender: '', message: '', amount: 250, own: false }]);
  });

  it('succeeds beside simultaneous tips that fail', async () => {
    const taken = test.deps.newId();
    const words = { action: 'message', recipient: 'host', auth: chat.auth(), clientId: taken } as const;
    const data = { message: 'Hello', messageType: 'host' } as const;
    await sendMessage(test.deps, anna.caller, { ...words, data });
    const poor = await aMember(test, 50);
    const poorChat = await join(test, poor.caller, vera);
    const attempts = [
      tip({ amount: 100 }),
      tip({ amount: 100 }),
      tip({ amount: 100, clientId: taken }),
      tip({ amount: 100, auth: poorChat.auth() }, poor.caller),
      tip({ amount: 100 }),
    ];
    const outcomes = await Promise.all(attempts.map((one) => one.then(() => 'given', labelOf)));
    expect(outcomes).toEqual([
      'given',
      'given',
      'badRequest.idempotency.conflict',
      'badRequest.invalid.payment',
      'given',
    ]);
    expect(await anna.credits()).toBe(700);
    expect(await vera.credits()).toBe(300);
    expect(await poor.credits()).toBe(50);
    const { lines, tips: rows } = await written();
    expect(rows.length).toBe(3);
    expect(lines.length).toBe(4);
  });

  it('writes tip, line and both sides of the books atomically', async () => {
    const { message } = await tip();
    const { tips: rows, lines } = await written();
    expect(rows).toMatchObject([
      { memberId: anna.id, sessionId: chat.session, amount: 250, message: 'for you' },
    ]);
    expect(lines).toMatchObject([{ messageType: 'tip', amount: 250, seq: message.seq }]);
    const [transfer] = await test.deps.db
      .select()
      .from(transfers)
      .where(eq(transfers.id, rows[0]?.transferId ?? 0));
    expect(transfer).toMatchObject({ kind: 'tip', amount: 250, reference: `session:${chat.session}` });
    const sides = await test.deps.db
      .select()
      .from(entries)
      .where(eq(entries.transferId, transfer?.id ?? 0));
    expect(sides.map(({ amount }) => amount).sort()).toEqual([-250, 250]);
  });

  it('P4.41 L4.37 L6.3 appears in the room, and pushes the balance to the member and the text to the performer', async () => {
    const {
      message: { own: _, ...message },
    } = await tip();
    expect(pushedTo(`room:${vera.id}`, 'chat-message')).toEqual([{ room: vera.id, message }]);
    expect(pushedTo(`member:${anna.id}`, 'updated-credits')).toEqual([{ credits: 750 }]);
    expect(pushedTo(`performer:${vera.id}`, 'studio-tip')).toEqual([
      { member: chat.joined.sender, amount: 250, message: 'for you' },
    ]);
  });

  it('hides its text from the room unless it is public', async () => {
    expect((await tip({ message: 'between us', isPublic: false })).message.message).toBe('');
    expect((await tip({ message: 'for all', isPublic: true })).message.message).toBe('for all');
  });

  it('is charged once when it is sent again with its client id', async () => {
    const clientId = test.deps.newId();
    const first = await tip({ clientId });
    const second = await tip({ clientId });
    expect(second).toEqual(first);
    expect(await anna.credits()).toBe(750);
    expect(pushedTo(`room:${vera.id}`, 'chat-message')).toHaveLength(1);
  });

  it('is charged once when it is sent ten times at once', async () => {
    const clientId = test.deps.newId();
    const answers = await Promise.all(Array.from({ length: 10 }, () => tip({ clientId })));
    expect(new Set(answers.map(({ message }) => message.id)).size).toBe(1);
    expect(await anna.credits()).toBe(750);
    expect(await vera.credits()).toBe(250);
    expect((await written()).tips).toHaveLength(1);
  });

  it('spends the last credits once, however many tips compete for them', async () => {
    const racing = await Promise.allSettled(Array.from({ length: 10 }, () => tip({ amount: 1000 })));
    expect(racing.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await anna.credits()).toBe(0);
    expect(await vera.credits()).toBe(1000);
  });

  it('L1.3 is refused when the balance is below the amount, and nothing is written', async () => {
    await expect(tip({ amount: 1001 })).rejects.toThrow('badRequest.invalid.payment');
    expect(await anna.credits()).toBe(1000);
    expect(await vera.credits()).toBe(0);
    expect(await written()).toEqual({ tips: [], lines: [] });
    expect(test.pushes).toEqual([]);
  });

  it('is refused with the client id of a tip of another amount', async () => {
    const clientId = test.deps.newId();
    await tip({ clientId, amount: 250 });
    await expect(tip({ clientId, amount: 500 })).rejects.toThrow('badRequest.idempotency.conflict');
    expect(await anna.credits()).toBe(750);
  });

  it.each([
    ['other words', { message: 'for you too' }],
    ['words for everybody', { isPublic: true }],
  ])('is refused with the client id of a tip of the same amount with %s', async (_, change) => {
    const clientId = test.deps.newId();
    const first = await tip({ clientId });
    await expect(tip({ clientId, ...change })).rejects.toThrow('badRequest.idempotency.conflict');
    expect(await anna.credits()).toBe(750);
    expect(await tip({ clientId })).toEqual(first);
  });

  it('is refused with the client id of a tip to another performer', async () => {
    const mila = await aPerformer(test, onlineStatus.free);
    const elsewhere = await join(test, anna.caller, mila);
    const clientId = test.deps.newId();
    await tip({ clientId });
    const again = tip({ clientId, auth: elsewhere.auth() });
    await expect(again).rejects.toThrow('badRequest.idempotency.conflict');
    expect(await anna.credits()).toBe(750);
    expect(await mila.credits()).toBe(0);
  });

  it.each([
    ['this room', false],
    ['another room', true],
  ])('is not charged with the client id of a message in %s', async (_, isElsewhere) => {
    const mila = await aPerformer(test, onlineStatus.free);
    const there = isElsewhere ? await join(test, anna.caller, mila) : chat;
    const clientId = test.deps.newId();
    const data = { message: 'Hello', messageType: 'host' } as const;
    const message = { action: 'message', recipient: 'host', auth: there.auth(), clientId, data } as const;
    const response = await sendMessage(test.deps, anna.caller, message);
    test.pushes.length = 0;
    await expect(tip({ clientId })).rejects.toThrow('badRequest.idempotency.conflict');
    expect(await anna.credits()).toBe(1000);
    expect(await vera.credits()).toBe(0);
    expect((await written()).tips).toEqual([]);
    expect(test.pushes).toEqual([]);
    expect(await sendMessage(test.deps, anna.caller, message)).toEqual(response);
  });

  it('and a message with the same client id at the same time: exactly one is stored', async () => {
    const clientId = test.deps.newId();
    const data = { message: 'Hello', messageType: 'host' } as const;
    const message = { action: 'message', recipient: 'host', auth: chat.auth(), clientId, data } as const;
    const [tipResult, messageResult] = await Promise.allSettled([
      tip({ clientId }),
      sendMessage(test.deps, anna.caller, message),
    ]);
    expect([tipResult.status, messageResult.status].sort()).toEqual(['fulfilled', 'rejected']);
    const { tips: rows, lines } = await written();
    expect(lines).toHaveLength(1);
    expect(rows).toHaveLength(tipResult.status === 'fulfilled' ? 1 : 0);
    expect(await anna.credits()).toBe(tipResult.status === 'fulfilled' ? 750 : 1000);
  });

  it('is refused with another member’s auth', async () => {
    const bram = await aMember(test, 1000);
    await expect(tip({}, bram.caller)).rejects.toThrow('badRequest.invalid.auth');
    expect(await anna.credits()).toBe(1000);
    expect(await bram.credits()).toBe(1000);
  });

  it('is refused from a guest', async () => {
    const guest = aGuest(test);
    const { auth } = await join(test, guest, vera);
    await expect(tip({ auth: auth() }, guest)).rejects.toThrow('badRequest.unauthorized');
  });

  it('is refused from a member who still watches as a guest', async () => {
    const { auth } = await join(test, aGuest(test), vera);
    await expect(tip({ auth: auth() })).rejects.toThrow('badRequest.invalid.auth');
  });

  it('is refused after the member has left', async () => {
    await chat.leave();
    await expect(tip()).rejects.toThrow('badRequest.session.ended');
  });
});
