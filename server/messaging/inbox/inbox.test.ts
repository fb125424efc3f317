import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { readLaterMessages } from '#contract/messaging/conversation-calls.ts';
import type { Conversation, ConversationFilter } from '#contract/messaging/conversations.ts';
import { countUnread, readRecipient, suggestRecipients } from '#contract/messaging/inbox-calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { readStudioAccount } from '#contract/studio/account/account-calls.ts';
import * as studio from '#contract/studio/inbox-calls.ts';
import { addFavourite } from '#server/member/favourites/favourites.ts';
import { performers } from '#server/performers/tables.ts';
import { aMember, aPerformer, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { messengerOf } from '../testing.ts';

const server = startTestApp();
const messenger = messengerOf(server);

const names = ({ conversations }: { conversations: Conversation[] }) =>
  conversations.map(({ other }) => other.username);

/** Sends alternating messages, the member's first. Returns the conversation id. */
async function talk(anna: TestMember, vera: TestPerformer, lines: number): Promise<number> {
  const { message } = await messenger.write(anna, vera, 'regel 1');
  for (let n = 2; n <= lines; n += 1) {
    server.clock.advance(1000);
    if (n % 2) await messenger.write(anna, vera, `regel ${n}`);
    else await messenger.answer(vera, message.conversation, `regel ${n}`);
  }
  return message.conversation;
}

describe('the list of conversations', () => {
  it('P3.8 P3.9 P7.24 is sorted newest first, with participant, last message and unread count', async () => {
    const anna = await aMember(server, 1000);
    const [vera, wil] = [await aPerformer(server), await aPerformer(server)];
    await talk(anna, vera, 2);
    server.clock.advance(1000);
    await talk(anna, wil, 1);
    const list = await messenger.list(anna);
    expect(list).toMatchObject({ total: 2, unread: 1 });
    expect(names(list)).toEqual([wil.username, vera.username]);
    const [, second] = list.conversations;
    expect(second).toMatchObject({
      id: expect.any(Number),
      createdAt: expect.any(String),
      self: { id: `member:${anna.id}`, userid: anna.id, avatar: null },
      other: { id: `performer:${vera.id}`, userid: vera.id, onlineStatus: onlineStatus.online },
      unread: 1,
      archived: false,
      deleted: false,
      favorite: false,
      message: { content: 'regel 2', owner: 'other', seq: 2 },
    });
    expect(second?.updatedAt).toBe(second?.message?.createdAt);
    expect(second?.other).toHaveProperty('avatar');
  });

  it('P3.14 P3.15 P5.29 can be filtered and sorted', async () => {
    const anna = await aMember(server, 1000);
    const [vera, wil, xena] = [
      await aPerformer(server),
      await aPerformer(server, onlineStatus.offline),
      await aPerformer(server),
    ];
    await talk(anna, vera, 2);
    server.clock.advance(1000);
    await talk(anna, wil, 1);
    server.clock.advance(1000);
    const third = await talk(anna, xena, 1);
    await addFavourite(server.deps, anna.caller, { performerId: wil.id });
    await messenger.state(anna, third, 'archive');
    const filtered = async (filter: ConversationFilter) => names(await messenger.list(anna, { filter }));
    expect(await filtered('all')).toEqual([wil.username, vera.username]);
    expect(await filtered('unanswered')).toEqual([vera.username]);
    expect(await filtered('answered')).toEqual([wil.username]);
    expect(await filtered('favourites')).toEqual([wil.username]);
    expect(await filtered('models')).toEqual([vera.username]);
    expect(await filtered('archived')).toEqual([xena.username]);
    const start = vera.username.slice(0, -1).toUpperCase();
    expect(names(await messenger.list(anna, { query: start }))).toContain(vera.username);
    expect(names(await messenger.list(anna, { query: vera.username.slice(1) }))).toEqual([]);
    for (const signs of ['_', '—', '...', "'"])
      expect(names(await messenger.list(anna, { query: signs })), signs).toEqual([]);

    const [{ id = 0 } = {}] = (await messenger.studioList(vera)).conversations;
    await callApp(server, studio.setStudioConversationState, { id, state: 'favorite' }, bearer(vera.token));
    expect(names(await messenger.list(anna, { sort: 'favourited' }))).toEqual([vera.username, wil.username]);
  });

  it('P7.30 P7.31 shows an archived or deleted conversation again with its next message, without the deleted ones', async () => {
    const [anna, vera] = [await aMember(server, 1000), await aPerformer(server)];
    const id = await talk(anna, vera, 2);
    await messenger.state(anna, id, 'archive');
    expect((await messenger.list(anna)).total).toBe(0);
    await messenger.answer(vera, id, 'regel 3');
    expect((await messenger.list(anna)).total).toBe(1);
    await messenger.state(anna, id, 'delete');
    expect(await messenger.list(anna)).toMatchObject({ total: 0, unread: 0 });
    await messenger.answer(vera, id, 'regel 4');
    const { messages, nextPage } = await messenger.history(anna, id);
    expect(messages.map(({ content }) => content)).toEqual(['regel 4']);
    expect(nextPage).toBeNull();
    expect((await messenger.studioList(vera)).conversations).toHaveLength(1);
  });

  it('P7.30 pushes a change to every page of the side that made it, and nothing to the other side', async () => {
    const [anna, vera] = [await aMember(server, 1000), await aPerformer(server)];
    const id = await talk(anna, vera, 2);
    server.pushes.length = 0;
    for (const state of ['mute', 'archive', 'unarchive', 'delete'] as const)
      await messenger.state(anna, id, state);
    const pushes = server.pushes.filter(({ name }) => name === 'conversation-state');
    expect(pushes.map(({ payload }) => payload)).toEqual([
      { conversation: id, state: 'mute', unread: 1 },
      { conversation: id, state: 'archive', unread: 1 },
      { conversation: id, state: 'unarchive', unread: 1 },
      { conversation: id, state: 'delete', unread: 0 },
    ]);
    expect(new Set(pushes.map(({ to }) => to))).toEqual(new Set([`member:${anna.id}`]));
  });

  it('is paged', async () => {
    const anna = await aMember(server, 1000);
    for (let n = 0; n < 5; n += 1) {
      server.clock.advance(1000);
      await talk(anna, await aPerformer(server), 1);
    }
    const pages = [1, 2, 3].map((page) => messenger.list(anna, { page, limit: 2 }));
    const sizes = (await Promise.all(pages)).map(({ conversations }) => conversations.length);
    expect(sizes).toEqual([2, 2, 1]);
  });
});

describe('a conversation', () => {
  it('P3.10 P7.25 is read upwards without jumps while new messages arrive', async () => {
    const [anna, vera] = [await aMember(server, 1000), await aPerformer(server)];
    const id = await talk(anna, vera, 9);
    const last = (await messenger.history(anna, id)).messages.at(-1)?.id ?? 0;
    await messenger.read(anna, last);
    const first = await messenger.history(anna, id, { limit: 4 });
    expect(first).toMatchObject({ id, other: { userid: vera.id, username: vera.username } });
    expect(first.messages.map(({ seq }) => seq)).toEqual([6, 7, 8, 9]);
    await messenger.answer(vera, id, 'regel 10');
    const { top } = first;
    const second = await messenger.history(anna, id, { limit: 4, page: first.nextPage ?? 0, top });
    expect(second.messages.map(({ seq }) => seq)).toEqual([2, 3, 4, 5]);
    const third = await messenger.history(anna, id, { limit: 4, page: second.nextPage ?? 0, top });
    expect(third.messages.map(({ seq }) => seq)).toEqual([1]);
    expect(third.nextPage).toBeNull();
  });

  it('P7.26 starts with as many pages as cover the unread messages', async () => {
    const [anna, vera] = [await aMember(server, 1000), await aPerformer(server)];
    const id = await talk(anna, vera, 1);
    for (let n = 2; n <= 11; n += 1) await messenger.answer(vera, id, `regel ${n}`);
    const { messages, unread, nextPage } = await messenger.history(anna, id, { limit: 4 });
    expect(messages.length).toBe(11);
    expect(unread).toBe(10);
    expect(nextPage).toBeNull();
    expect((await messenger.history(anna, id, { limit: 5 })).messages).toHaveLength(10);
  });

  it('fills a gap after a reconnect', async () => {
    const [anna, vera] = [await aMember(server, 1000), await aPerformer(server)];
    const conversationId = await talk(anna, vera, 5);
    const later = await callApp(server, readLaterMessages, { conversationId, after: 3 }, bearer(anna.token));
    expect(later.messages.map(({ seq }) => seq)).toEqual([4, 5]);
    expect(later.more).toBe(false);
  });

  it('P4.49 tells the sender which messages were delivered and read', async () => {
    const [anna, vera] = [await aMember(server, 1000), await aPerformer(server)];
    const { message } = await messenger.write(anna, vera, 'Hoi');
    const state = async () => (await messenger.history(anna, message.conversation)).messages[0];
    expect(await state()).toMatchObject({ deliveryStatus: 'sent', read: false });
    server.pushes.length = 0;
    await messenger.studioList(vera);
    expect(await state()).toMatchObject({ deliveryStatus: 'delivered', read: false });
    expect(await messenger.studioRead(vera, message.id)).toBe(0);
    expect(await state()).toMatchObject({ deliveryStatus: 'delivered', read: true });
    const { conversation } = message;
    expect(server.pushes.map(({ to, name }) => `${to} ${name}`)).toEqual([
      `member:${anna.id} message-delivered-${conversation}`,
      `performer:${vera.id} message-read`,
      `performer:${vera.id} message-read-${conversation}`,
      `member:${anna.id} message-read`,
      `member:${anna.id} message-read-${conversation}`,
    ]);
  });

  it('P7.28 P7.29 counts unread messages by a position that only moves forward', async () => {
    const [anna, vera] = [await aMember(server, 1000), await aPerformer(server)];
    const id = await talk(anna, vera, 1);
    const answers = [];
    for (let n = 0; n < 3; n += 1) answers.push(await messenger.answer(vera, id, `antwoord ${n}`));
    const [one, two, three] = answers.map((answer) => answer.id);
    const unread = async () => (await callApp(server, countUnread, {}, bearer(anna.token))).unread;
    expect(await unread()).toBe(3);
    expect(await messenger.read(anna, two ?? 0)).toBe(1);
    expect(await messenger.read(anna, one ?? 0)).toBe(1);
    expect(await messenger.read(anna, three ?? 0)).toBe(0);
    expect(await unread()).toBe(0);
  });
});

describe('a performer', () => {
  it('reads, answers and marks her own conversations only', async () => {
    const [anna, vera, nina] = [
      await aMember(server, 1000),
      await aPerformer(server),
      await aPerformer(server),
    ];
    const conversationId = await talk(anna, vera, 1);
    const { messages } = await messenger.history(anna, conversationId);
    const id = messages[0]?.id ?? 0;
    const acts = [
      [studio.readStudioConversation, { conversationId }],
      [studio.readLaterStudioMessages, { conversationId, after: 0 }],
      [studio.sendStudioMessage, { conversationId, message: 'Dag', clientId: server.deps.newId() }],
      [studio.sayStudioTyping, { conversationId }],
      [studio.markStudioMessageDelivered, { id }],
      [studio.markStudioMessageRead, { id }],
      [studio.setStudioConversationState, { id: conversationId, state: 'block' }],
    ] as const;
    for (const [call, input] of acts)
      await expect(callApp(server, call, input, bearer(nina.token)), call.path).rejects.toThrow(
        'badRequest.notFound',
      );
    expect((await messenger.studioList(nina)).conversations).toEqual([]);
    for (const [call, input] of acts) await callApp(server, call, input, bearer(vera.token));
  });

  it('learns how many messages are unread, and marks a pushed one as delivered', async () => {
    const [anna, vera] = [await aMember(server, 1000), await aPerformer(server)];
    const conversationId = await talk(anna, vera, 1);
    const unread = async () => (await callApp(server, readStudioAccount, {}, bearer(vera.token))).unread;
    const message = async () => (await messenger.history(anna, conversationId)).messages[0];
    expect(await unread()).toBe(1);
    expect((await message())?.deliveryStatus).toBe('sent');
    const id = (await message())?.id ?? 0;
    await callApp(server, studio.markStudioMessageDelivered, { id }, bearer(vera.token));
    expect(await unread()).toBe(1);
    expect((await message())?.deliveryStatus).toBe('delivered');
    await messenger.studioRead(vera, id);
    expect(await unread()).toBe(0);
    expect((await message())?.read).toBe(true);
  });
});

describe('suggesting recipients', () => {
  it('P7.32 finds them by the start of a name, or among the favourites, with an existing conversation', async () => {
    const [anna, vera] = [await aMember(server, 1000), await aPerformer(server)];
    const id = await talk(anna, vera, 1);
    const suggest = async (type: 'favourites' | 'models', username = '') =>
      (await callApp(server, suggestRecipients, { type, username }, bearer(anna.token))).result;
    const [found] = await suggest('models', vera.username);
    expect(found).toMatchObject({ username: vera.username, conversation: id });
    expect(await suggest('models', vera.username.slice(0, 2))).toEqual([]);
    expect(await suggest('favourites')).toEqual([]);
    await addFavourite(server.deps, anna.caller, { performerId: vera.id });
    expect(await suggest('favourites')).toMatchObject([{ username: vera.username }]);
  });

  it('fills a page with favourites who are shown', async () => {
    const [anna, first, second] = [await aMember(server), await aPerformer(server), await aPerformer(server)];
    const [hidden, removed] = [await aPerformer(server), await aPerformer(server)];
    for (const { id } of [first, second, hidden, removed]) {
      await addFavourite(server.deps, anna.caller, { performerId: id });
      server.clock.advance(1000);
    }
    const at = server.clock.now();
    const set = ({ id }: TestPerformer, fields: object) =>
      server.deps.db.update(performers).set(fields).where(eq(performers.id, id));
    await set(hidden, { suspendedAt: at });
    await set(removed, { removedAt: at, onlineStatus: onlineStatus.offline });
    const page = async (number: number) => {
      const input = { type: 'favourites', limit: 1, page: number } as const;
      const { result } = await callApp(server, suggestRecipients, input, bearer(anna.token));
      return result.map(({ username }) => username);
    };
    expect([await page(0), await page(1), await page(2)]).toEqual([[second.username], [first.username], []]);
  });

  it('may return a performer without a conversation', async () => {
    const [anna, vera] = [await aMember(server), await aPerformer(server)];
    const read = (performerId: number) => callApp(server, readRecipient, { performerId }, bearer(anna.token));
    expect(await read(vera.id)).toMatchObject({ username: vera.username, conversation: null });
    await expect(read(2_147_483_647)).rejects.toThrow('badRequest.performer.notExists');
  });
});
