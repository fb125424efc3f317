import { beforeEach, describe, expect, it } from 'vitest';
import { chatAction, GAP_LIMIT, readChatMessages } from '#contract/chat/action-calls.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { CHAT_MESSAGE_MAX } from '#contract/fields.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { sayInRoom } from '#contract/studio/studio-calls.ts';
import { MASK } from '#server/safety/words/clean-text.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { giveCredits } from '#server/testing/make.ts';
import { aGuest, aMember, aPerformer, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { aFreeChat, join, type Viewer, watch } from '#server/testing/viewer.ts';
import { writeMessage } from './message.ts';
import { messagesAfter } from './reads.ts';
import { sendMessage } from './send-message.ts';

describe.each(databaseKinds())('a message on $name', (database) => {
  const test = startTestApp({ on: database });
  let anna: TestMember;
  let vera: TestPerformer;
  let chat: Viewer;

  beforeEach(async () => {
    ({ anna, vera, chat } = await aFreeChat(test));
    test.pushes.length = 0;
  });

  function say(
    message: string,
    { clientId = test.deps.newId(), caller = chat.caller, auth = chat.auth() } = {},
  ) {
    const data = { message, messageType: 'host' } as const;
    return sendMessage(test.deps, caller, { action: 'message', recipient: 'host', auth, clientId, data });
  }

  it('L4.36 L6.2 L7.10 is shown in the room under the member’s name and pushed to every viewer there', async () => {
    const { message: answered } = await say('Hello Vera');
    const { own, ...message } = answered;
    expect(own).toBe(true);
    expect(message).toMatchObject({
      messageType: 'member',
      sender: chat.joined.sender,
      message: 'Hello Vera',
    });
    expect(test.pushes).toEqual([
      { to: `room:${vera.id}`, name: 'chat-message', payload: { room: vera.id, message } },
    ]);
  });

  it('costs nothing beside the minutes', async () => {
    const member = await aMember(test, 500);
    const paid = await watch(test, member.caller, await aPerformer(test));
    const before = await member.credits();
    await say('Hello', { caller: paid.caller, auth: paid.auth() });
    expect(await member.credits()).toBe(before);
  });

  it('L4.46 is stored once when it is sent again with its client id', async () => {
    const clientId = test.deps.newId();
    const answers = await Promise.all([1, 2, 3].map(() => say('Hello', { clientId })));
    expect(new Set(answers.map(({ message }) => message.id)).size).toBe(1);
    expect(test.pushes).toHaveLength(1);
  });

  it('is refused with the client id of a different message, and nothing is written', async () => {
    const clientId = test.deps.newId();
    await say('Hello', { clientId });
    await expect(say('Goodbye', { clientId })).rejects.toThrow('badRequest.idempotency.conflict');
    expect(
      (await messagesAfter(test.deps, { performerId: vera.id }, 0)).map(({ message }) => message),
    ).toEqual(['Hello']);
    expect((await say('next')).message.seq).toBe(2);
    expect(test.pushes).toHaveLength(2);
  });

  it('is refused with the client id of the same text to another performer', async () => {
    const mila = await aPerformer(test, onlineStatus.free);
    const elsewhere = await join(test, anna.caller, mila);
    const clientId = test.deps.newId();
    await say('Hello', { clientId });
    const again = say('Hello', { clientId, auth: elsewhere.auth() });
    await expect(again).rejects.toThrow('badRequest.idempotency.conflict');
    expect(await messagesAfter(test.deps, { performerId: mila.id }, 0)).toEqual([]);
  });

  it('is refused with the client id of a tip, also over HTTP', async () => {
    const clientId = test.deps.newId();
    await giveCredits(test.deps, { kind: 'member', owner: anna.id }, 100);
    const auth = chat.auth();
    const send = (input: { action: 'tip' | 'message'; data: object }) =>
      callApp(
        test,
        chatAction,
        { ...input, auth, clientId } as InputOf<typeof chatAction>,
        bearer(anna.token),
      );
    const tip = { action: 'tip', data: { amount: 100 } } as const;
    const paid = await send(tip);
    const message = { action: 'message', data: { message: 'Hello' } } as const;
    await expect(send(message)).rejects.toThrow('badRequest.idempotency.conflict');
    expect(await send(tip)).toEqual(paid);
  });

  it('may use a client id that another member has used', async () => {
    const bram = await aMember(test);
    const other = await join(test, bram.caller, vera);
    const clientId = test.deps.newId();
    const first = await say('from Anna', { clientId });
    const second = await say('from Bram', { clientId, caller: bram.caller, auth: other.auth() });
    expect(second.message.id).not.toBe(first.message.id);
  });

  it('L4.45 gets the next number of the room, without a gap, when several are sent at once', async () => {
    const sent = await Promise.all(Array.from({ length: 12 }, (_, index) => say(`line ${index}`)));
    const numbers = sent.map(({ message }) => message.seq).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
  });

  describe('that continues the one before', () => {
    it('is masked in the half that completes a phone number, also when it is sent again', async () => {
      await say('mijn nummer is 0612');
      const clientId = test.deps.newId();
      expect((await say('345678', { clientId })).message.message).toBe(MASK);
      expect((await say('345678', { clientId })).message.message).toBe(MASK);
      expect((await say('leuk, 100 credits')).message.message).toBe('leuk, 100 credits');
    });

    it('is masked in the half that completes an account or an address', async () => {
      await say('mijn insta is');
      expect((await say('vera.bloem')).message.message).toBe(MASK);
      await say('johnny at');
      expect((await say('gmail dot com')).message.message).toBe(MASK);
    });

    it('is checked alone if the earlier one is by another author or in another room', async () => {
      await say('0612');
      const bram = await aMember(test);
      const other = await join(test, bram.caller, vera);
      const first = await say('345678', { caller: bram.caller, auth: other.auth() });
      expect(first.message.message).toBe('345678');
      const elsewhere = await join(test, anna.caller, await aPerformer(test, onlineStatus.free));
      expect((await say('345678', { auth: elsewhere.auth() })).message.message).toBe('345678');
    });

    it('is masked in a public tip and in the performer’s messages', async () => {
      await say('0612');
      await giveCredits(test.deps, { kind: 'member', owner: anna.id }, 100);
      const tip = { amount: 100, message: '345678', isPublic: true };
      const tipped = await callApp(
        test,
        chatAction,
        { action: 'tip', auth: chat.auth(), clientId: test.deps.newId(), data: tip },
        bearer(anna.token),
      );
      expect(tipped).toMatchObject({ message: { message: MASK } });
      const sayAsPerformer = (message: string) =>
        callApp(test, sayInRoom, { message, clientId: test.deps.newId() }, bearer(vera.token));
      await sayAsPerformer('app me op');
      await sayAsPerformer('06 12 34');
      expect((await sayAsPerformer('56 78')).message.message).toBe(MASK);
    });
  });

  it('is refused from a guest', async () => {
    const guest = aGuest(test);
    const { auth } = await join(test, guest, vera);
    await expect(say('Hi', { caller: guest, auth: auth() })).rejects.toThrow('badRequest.unauthorized');
  });

  const send = (message: string) =>
    callApp(
      test,
      chatAction,
      { action: 'message', auth: chat.auth(), clientId: test.deps.newId(), data: { message } },
      bearer(anna.token),
    );

  it('L5.6 may be as long as the limit, counted in visible characters', async () => {
    await expect(send('👩‍👩‍👧'.repeat(CHAT_MESSAGE_MAX))).resolves.toHaveProperty('message');
  });

  it.each([
    ['empty', '   '],
    ['longer than the limit', 'x'.repeat(CHAT_MESSAGE_MAX + 1)],
    ['longer than the limit in a reader’s count', '👩‍👩‍👧'.repeat(CHAT_MESSAGE_MAX + 1)],
    ['one with a character no text has', 'a\u0000b'],
  ])('L5.6 is refused when it is %s', async (_, message) => {
    await expect(send(message)).rejects.toThrow('badRequest.invalid.input');
  });

  it('keeps text as written: nothing in it is markup', async () => {
    const text = '<img src=x onerror=alert(1)> & "quotes"';
    expect((await say(text)).message.message).toBe(text);
  });

  it('L4.45 is sent again to a viewer who missed it, in order and after their last number', async () => {
    await say('one');
    await say('two');
    await say('three');
    const { messages, more } = await callApp(
      test,
      readChatMessages,
      { auth: chat.auth(), after: 1 },
      bearer(anna.token),
    );
    expect(messages.map(({ seq, message }) => [seq, message])).toEqual([
      [2, 'two'],
      [3, 'three'],
    ]);
    expect(more).toBe(false);
  });

  it('says that there are more if a gap exceeds one response', async () => {
    await test.deps.db.transaction(async (tx) => {
      for (let number = 0; number < GAP_LIMIT + 1; number += 1) {
        await writeMessage(tx, {
          performerId: vera.id,
          author: 'system',
          clientId: null,
          messageType: 'notice',
          sender: '',
          message: `${number}`,
          at: test.deps.now(),
        });
      }
    });
    const read = (after: number) =>
      callApp(test, readChatMessages, { auth: chat.auth(), after }, bearer(anna.token));
    const first = await read(0);
    expect(first).toMatchObject({ more: true, messages: { length: GAP_LIMIT } });
    expect(await read(first.messages.at(-1)?.seq ?? 0)).toMatchObject({
      more: false,
      messages: { length: 1 },
    });
    expect(await messagesAfter(test.deps, { performerId: vera.id }, GAP_LIMIT + 1)).toEqual([]);
  });
});
