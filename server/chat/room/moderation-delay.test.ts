import { and, asc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { chatAction, readChatMessages } from '#contract/chat/action-calls.ts';
import type { ChatMessage } from '#contract/chat/messages.ts';
import type { DelaySeconds } from '#contract/chat/room/moderation-delay.ts';
import { appointModerator, dismissModerator, moderateMessage } from '#contract/chat/room/moderator-calls.ts';
import { removeMessage, sanctionViewer, setMessageDelay } from '#contract/chat/room/sanction-calls.ts';
import type { SanctionKind } from '#contract/chat/sanctions.ts';
import { labelOf } from '#contract/errors.ts';
import { reportMember } from '#contract/studio/numbers/report-calls.ts';
import { readRoom, sayInRoom } from '#contract/studio/studio-calls.ts';
import { auditRows } from '#server/audit/tables.ts';
import { readEvidence } from '#server/messaging/reports/report-conversation.ts';
import { beginVip } from '#server/studio/vip/testing.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { aMember, aPerformer, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, type TestApp, variantOf } from '#server/testing/test-app.ts';
import { aFreeChat, join, type Viewer, watch } from '#server/testing/viewer.ts';
import { chatMessages, sanctions } from './tables.ts';
import { showWaiting } from './waiting.ts';

describe.each(databaseKinds())('the moderation delay on $name', (database) => {
  const test = startTestApp({ on: database });
  /** Anna and Bram watch Vera. */
  let anna: TestMember;
  let vera: TestPerformer;
  let annas: Viewer;
  let bram: TestMember;
  let brams: Viewer;

  beforeEach(async () => {
    ({ anna, vera, chat: annas } = await aFreeChat(test, 5000));
    bram = await aMember(test);
    brams = await join(test, bram.caller, vera);
    test.pushes.length = 0;
  });

  const delay = async (seconds: DelaySeconds) => {
    await callApp(test, setMessageDelay, { seconds }, bearer(vera.token));
    test.pushes.length = 0;
  };
  interface SayOptions {
    by?: Viewer;
    who?: TestMember;
    clientId?: string;
    on?: TestApp;
  }
  const say = async (message: string, options: SayOptions = {}): Promise<ChatMessage> => {
    const { by = annas, who = anna, clientId = test.deps.newId(), on = test } = options;
    const input = { action: 'message', auth: by.auth(), clientId, data: { message } } as const;
    const sent = await callApp(on, chatAction, input, bearer(who.token));
    if (!sent.message) throw new Error('No message was returned');
    return sent.message;
  };
  const hostSays = async (message: string) =>
    (await callApp(test, sayInRoom, { message, clientId: test.deps.newId() }, bearer(vera.token))).message;
  /** Time passes, and the node sweeps. */
  const pass = async (seconds: number, node: TestApp = test) => {
    test.clock.advance(seconds * 1000);
    await showWaiting(node.deps);
  };
  const read = (after = 0, by = brams, who = bram) =>
    callApp(test, readChatMessages, { auth: by.auth(), after }, bearer(who.token));
  const seen = async (after = 0, by = brams, who = bram) =>
    (await read(after, by, who)).messages.map(({ seq, message }) => [seq, message]);
  const room = (after = 0) => callApp(test, readRoom, { after }, bearer(vera.token));
  const appoint = (chat: Viewer) =>
    callApp(test, appointModerator, { target: { session: chat.session } }, bearer(vera.token));
  const remove = (message: string, by = vera) => callApp(test, removeMessage, { message }, bearer(by.token));
  const moderate = (message: string, by = brams, who = bram) =>
    callApp(test, moderateMessage, { auth: by.auth(), message }, bearer(who.token));
  /** Who was pushed which message, and whether it waited; without rooms of earlier tests. */
  const pushed = (name: 'chat-message' | 'chat-removed' = 'chat-message') =>
    test.pushes
      .filter((push) => push.name === name && (push.payload as { room: number }).room === vera.id)
      .map(({ to, payload }) => {
        if (name === 'chat-removed') return [to, ...(payload as { messages: string[] }).messages];
        const { message } = payload as { message: ChatMessage };
        return [to, message.message, message.seq || 'waits'];
      });
  const removals = async () => {
    const isRemoval = eq(auditRows.act, 'room.message-removed');
    const rows = await test.deps.db
      .select()
      .from(auditRows)
      .where(and(isRemoval, eq(auditRows.memberId, anna.id)))
      .orderBy(asc(auditRows.id));
    return rows.map(({ actor, subject }) => [actor, subject]);
  };

  it('is off until it is set, and then known to the performer', async () => {
    expect(await say('at once')).toMatchObject({ seq: 1 });
    expect((await room()).rules.delaySeconds).toBeNull();
    await callApp(test, setMessageDelay, { seconds: 4 }, bearer(vera.token));
    expect((await room()).rules.delaySeconds).toBe(4);
    expect(test.pushes.at(-1)).toMatchObject({ to: `performer:${vera.id}`, name: 'studio-rules' });
    const asMember = callApp(test, setMessageDelay, { seconds: 4 }, bearer(anna.token));
    await expect(asMember).rejects.toThrow('badRequest.unauthorized');
  });

  it('shows a message to the performer and her moderators at once, and to others when it is over', async () => {
    const mona = await aMember(test);
    const monas = await join(test, mona.caller, vera);
    await appoint(monas);
    await delay(2);
    expect(await say('hello')).toMatchObject({ seq: 0, sender: annas.joined.sender });
    expect(pushed()).toEqual([
      [`performer:${vera.id}`, 'hello', 'waits'],
      [`chat:${monas.session}`, 'hello', 'waits'],
    ]);
    const [bramsView, annasView, monasView, herView] = [
      await seen(),
      await seen(0, annas, anna),
      await seen(0, monas, mona),
      (await room()).messages.map(({ seq, message }) => [seq, message]),
    ];
    expect([bramsView, annasView, monasView, herView]).toEqual([[], ...Array(3).fill([[0, 'hello']])]);
    await pass(1.9);
    expect(await seen()).toEqual([]);
    await pass(0.1);
    expect(pushed().at(-1)).toEqual([`room:${vera.id}`, 'hello', 1]);
    expect(await seen()).toEqual([[1, 'hello']]);
    await pass(10);
    expect(pushed()).toHaveLength(3);
  });

  it('never holds back the performer, moderators, tips and messages of a show', async () => {
    await appoint(brams);
    await delay(6);
    await hostSays('welcome');
    await say('order, please', { by: brams, who: bram });
    await annas.tip(100);
    expect(pushed().map(([, , seq]) => seq)).toEqual([1, 2, 3]);
    const mila = await aPerformer(test);
    await callApp(test, setMessageDelay, { seconds: 6 }, bearer(mila.token));
    const shown = await watch(test, anna.caller, mila);
    await beginVip(test, shown, mila);
    expect(await say('only you', { by: shown })).toMatchObject({ seq: 1 });
  });

  it('numbers a message when it is shown, so that a reader who was away closes the gap', async () => {
    await delay(4);
    await say('waits');
    await hostSays('first');
    // Bram has read up to 1 before the message is shown.
    expect(await seen()).toEqual([[1, 'first']]);
    await pass(4);
    expect(await seen(1)).toEqual([[2, 'waits']]);
    expect((await join(test, (await aMember(test)).caller, vera)).joined.messages).toMatchObject([
      { seq: 1, message: 'first' },
      { seq: 2, message: 'waits' },
    ]);
  });

  it('holds for a viewer who joins meanwhile, and keeps a message for its sender who joins again', async () => {
    await delay(4);
    await say('hello');
    const other = await aMember(test);
    expect((await join(test, other.caller, vera)).joined.messages).toEqual([]);
    expect((await join(test, anna.caller, vera)).joined.messages).toMatchObject([
      { message: 'hello', seq: 0 },
    ]);
  });

  it('stores a message once when it is sent again, before and after it is shown', async () => {
    await delay(2);
    const clientId = test.deps.newId();
    const first = await say('hello', { clientId });
    expect(await say('hello', { clientId })).toEqual(first);
    await pass(2);
    expect(await say('hello', { clientId })).toEqual({ ...first, seq: 1 });
    expect(pushed()).toHaveLength(2);
  });

  it('shows what a dead node accepted, and each message once, however many nodes sweep', async () => {
    const [dead, here, there] = ['dead', 'here', 'there'].map((node) => variantOf(test, { node }));
    if (!dead || !here || !there) throw new Error('No nodes');
    await delay(2);
    const lines = Array.from({ length: 12 }, (_, number) => `line ${number}`);
    for (const line of lines) await say(line, { on: dead });
    test.pushes.length = 0;
    test.clock.advance(2000);
    const host = hostSays('meanwhile');
    await Promise.all([showWaiting(here.deps), showWaiting(there.deps), showWaiting(here.deps), host]);
    const shown = pushed();
    expect(new Set(shown.map(([, , seq]) => seq))).toEqual(
      new Set(Array.from({ length: 13 }, (_, at) => at + 1)),
    );
    expect(shown).toHaveLength(13);
    expect((await seen()).map(([, message]) => message).filter((message) => message !== 'meanwhile')).toEqual(
      lines,
    );
  });

  it('is changed for messages that wait, and never shows one before an earlier one', async () => {
    await delay(2);
    await say('one');
    await callApp(test, setMessageDelay, { seconds: 6 }, bearer(vera.token));
    await pass(2);
    expect(await seen()).toEqual([]);
    await callApp(test, setMessageDelay, { seconds: null }, bearer(vera.token));
    expect(await seen()).toEqual([[1, 'one']]);
    expect(pushed().at(-1)).toEqual([`room:${vera.id}`, 'one', 1]);
    expect(await say('two')).toMatchObject({ seq: 2 });
  });

  it('loses no message of a group in which some are delayed', async () => {
    await appoint(brams);
    await delay(2);
    const sent = await Promise.all(
      [1, 2, 3, 4].map((number) =>
        number % 2 === 0 ? say(`${number}`, { by: brams, who: bram }) : say(`${number}`),
      ),
    );
    expect(sent.map(({ seq }) => seq === 0)).toEqual([true, false, true, false]);
    await pass(2);
    const lines = await seen();
    expect(lines.map(([seq]) => seq)).toEqual([1, 2, 3, 4]);
    const texts = lines.map(([, message]) => message);
    expect(texts.slice(0, 2).sort()).toEqual(['2', '4']);
    expect(texts.slice(2).sort()).toEqual(['1', '3']);
  });

  describe('and the removal of a message', () => {
    it('keeps a message that waits from everybody, and leaves no gap', async () => {
      await delay(2);
      const { id } = await say('spam');
      await remove(id);
      expect(pushed('chat-removed')).toEqual([[`room:${vera.id}`, id]]);
      await pass(10);
      expect(await seen()).toEqual([]);
      expect((await room()).messages).toEqual([]);
      expect((await join(test, anna.caller, vera)).joined.messages).toEqual([]);
      expect(await hostSays('next')).toMatchObject({ seq: 1 });
      expect(await removals()).toEqual([[`performer:${vera.id}`, `chat-message:${id}`]]);
    });

    it('takes away a message that was shown, also from readers who missed the push', async () => {
      const { id } = await say('spam');
      await say('fine');
      await remove(id);
      expect(pushed('chat-removed')).toEqual([[`room:${vera.id}`, id]]);
      expect(await seen()).toEqual([[2, 'fine']]);
      expect((await read(2)).removed).toEqual([id]);
      expect((await room(2)).removed).toEqual([id]);
      expect((await join(test, (await aMember(test)).caller, vera)).joined.messages).toMatchObject([
        { seq: 2 },
      ]);
      test.clock.advance(3_600_000);
      expect((await room(2)).removed).toEqual([]);
    });

    it('is done once, however often it is asked for', async () => {
      const { id } = await say('spam');
      test.pushes.length = 0;
      await Promise.all([remove(id), remove(id)]);
      await remove(id);
      expect(await removals()).toHaveLength(1);
      expect(pushed('chat-removed')).toHaveLength(1);
    });

    it('can be done by a moderator, in the own room and while the appointment lasts', async () => {
      await delay(2);
      const { id } = await say('spam');
      expect(await moderate(id).catch(labelOf)).toBe('badRequest.moderator.ended');
      const { id: moderator } = await appoint(brams);
      await moderate(id);
      expect(await removals()).toEqual([[`member:${bram.id}`, `chat-message:${id}`]]);
      const mine = await say('mine', { by: brams, who: bram });
      const hers = await hostSays('hers');
      for (const message of [mine, hers])
        expect(await moderate(message.id).catch(labelOf)).toBe('badRequest.moderator.protected');
      const mila = await aPerformer(test);
      const elsewhere = await say('elsewhere', { by: await join(test, anna.caller, mila) });
      expect(await moderate(elsewhere.id).catch(labelOf)).toBe('badRequest.notFound');
      expect(await remove(elsewhere.id).catch(labelOf)).toBe('badRequest.notFound');
      await callApp(test, dismissModerator, { moderator }, bearer(vera.token));
      const later = await say('later');
      expect(await moderate(later.id).catch(labelOf)).toBe('badRequest.moderator.ended');
    });

    it('is refused for a tip and for the performer’s own lines', async () => {
      await annas.tip(100);
      const [{ id: tip } = { id: '' }] = (await read()).messages;
      const { id: own } = await hostSays('hers');
      for (const id of [tip, own])
        expect(await remove(id).catch(labelOf)).toBe('badRequest.moderator.protected');
      expect(await seen()).toHaveLength(2);
    });

    it('leaves the message to reports', async () => {
      await delay(2);
      const { id } = await say('spam');
      await remove(id);
      await pass(2);
      await say('more spam');
      const input = {
        target: { session: annas.session },
        reason: 'other',
        key: test.deps.newId(),
      } as const;
      const { number } = await callApp(test, reportMember, input, bearer(vera.token));
      expect((await readEvidence(test.deps.db, number)).map(({ message }) => message)).toEqual([
        'spam',
        'more spam',
      ]);
    });

    it.each<SanctionKind>(['mute', 'kick', 'block'])(
      'is part of a %s: what its member has sent and waits is gone',
      async (kind) => {
        await say('before');
        await delay(2);
        const { id } = await say('spam');
        await say('fine', { by: brams, who: bram });
        await callApp(test, sanctionViewer, { target: { session: annas.session }, kind }, bearer(vera.token));
        expect(pushed('chat-removed')).toEqual([[`room:${vera.id}`, id]]);
        await pass(2);
        expect(await seen()).toEqual([
          [1, 'before'],
          [2, 'fine'],
        ]);
        expect(await removals()).toEqual([[`performer:${vera.id}`, `chat-message:${id}`]]);
      },
    );
  });

  it('refuses a message that meets the kick of its sender, whose session has not ended yet', async () => {
    await delay(2);
    const since = test.deps.now();
    const name = annas.joined.sender;
    const kick = { performerId: vera.id, memberId: anna.id, name, kind: 'kick', since } as const;
    await test.deps.db.insert(sanctions).values(kick);
    await expect(say('spam')).rejects.toThrow('badRequest.chat.muted');
  });

  it('stores the moment at which a message is due', async () => {
    await delay(6);
    const { id, sentAt } = await say('hello');
    const [row] = await test.deps.db
      .select()
      .from(chatMessages)
      .where(eq(chatMessages.id, Number(id)));
    expect(row?.shownAt?.getTime()).toBe(Date.parse(sentAt) + 6000);
  });
});
