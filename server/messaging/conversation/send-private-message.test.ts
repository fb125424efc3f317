import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { liftSanction, sanctionViewer } from '#contract/chat/room/sanction-calls.ts';
import { sendPrivateMessage } from '#contract/messaging/conversation-calls.ts';
import { MESSAGE_MAX, NEW_CONVERSATION } from '#contract/messaging/messages.ts';
import { sendStudioMessage } from '#contract/studio/inbox-calls.ts';
import { setLimit } from '#contract/wallet/limits-calls.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import { findViolations } from '#server/ledger/check-books.ts';
import { transfers } from '#server/ledger/tables.ts';
import { addFavourite } from '#server/member/favourites/favourites.ts';
import { removePerformer } from '#server/performers/profile/store-status.ts';
import { MASK } from '#server/safety/words/clean-text.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { aMember, aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, variantOf } from '#server/testing/test-app.ts';
import { watch } from '#server/testing/viewer.ts';
import { privateMessages } from '../tables.ts';
import { messengerOf } from '../testing.ts';

describe.each(databaseKinds())('private messages on $name', (database) => {
  const server = startTestApp({ on: database });
  const messenger = messengerOf(server);
  afterAll(async () => {
    expect(await findViolations(server.deps.db, [])).toEqual([]);
  });

  const credits = 1000;
  const newId = () => server.deps.newId();

  describe('a private message of a member', () => {
    it('P3.11 P5.25 P7.27 P9.1 creates the conversation, costs 60 credits and can be read by the performer', async () => {
      const [anna, vera] = [await aMember(server, credits), await aPerformer(server)];
      const { message, credits: left } = await messenger.write(anna, vera, ' Hoi Vera ');
      expect(message).toMatchObject({
        id: expect.any(Number),
        conversation: expect.any(Number),
        createdAt: expect.any(String),
        type: 'text',
        content: 'Hoi Vera',
        attachment: null,
        owner: 'self',
        seq: 1,
        receiver: `performer:${vera.id}`,
        read: false,
        deliveryStatus: 'sent',
      });
      expect(left).toBe(credits - 60);
      expect(await vera.credits()).toBe(60);
      const { conversations: listed, unread } = await messenger.studioList(vera);
      expect(unread).toBe(1);
      expect(listed).toMatchObject([
        {
          id: message.conversation,
          unread: 1,
          unanswered: 1,
          message: { content: 'Hoi Vera', owner: 'other' },
        },
      ]);
    });

    it('P4.32 P4.48 is pushed to both sides, each with its own view, under the names of the specification', async () => {
      const [anna, vera] = [await aMember(server, credits), await aPerformer(server)];
      server.pushes.length = 0;
      const { message } = await messenger.write(anna, vera, 'Hoi');
      const { conversation } = message;
      const pushes = server.pushes.map(({ to, name }) => `${to} ${name}`);
      expect(pushes).toEqual([
        `member:${anna.id} private-message`,
        `member:${anna.id} private-message-${conversation}`,
        `performer:${vera.id} private-message`,
        `performer:${vera.id} private-message-${conversation}`,
        `member:${anna.id} updated-credits`,
      ]);
      expect(server.pushes[3]?.payload).toMatchObject({ owner: 'other', clientId: null, content: 'Hoi' });
    });

    it('is stored, charged and pushed once, however often and concurrently it is sent', async () => {
      const [anna, vera] = [await aMember(server, credits), await aPerformer(server)];
      const id = newId();
      server.pushes.length = 0;
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => messenger.write(anna, vera, 'Hoi', id)),
      );
      expect(new Set(answers.map(({ message }) => message.id)).size).toBe(1);
      expect(await anna.credits()).toBe(credits - 60);
      expect(server.pushes.filter(({ name }) => name === 'private-message')).toHaveLength(2);
    });

    it('conflicts with other text, or another performer, under the same id', async () => {
      const [anna, vera, wil] = [
        await aMember(server, credits),
        await aPerformer(server),
        await aPerformer(server),
      ];
      const id = newId();
      await messenger.write(anna, vera, 'Hoi', id);
      const conflict = 'badRequest.idempotency.conflict';
      await expect(messenger.write(anna, vera, 'Dag', id)).rejects.toThrow(conflict);
      await expect(messenger.write(anna, wil, 'Hoi', id)).rejects.toThrow(conflict);
      expect(await anna.credits()).toBe(credits - 60);
    });

    it('L1.3 is not stored if it cannot be paid', async () => {
      const [anna, vera] = [await aMember(server, 59), await aPerformer(server)];
      await expect(messenger.write(anna, vera, 'Hoi')).rejects.toThrow('badRequest.deduct.credits.amount');
      expect((await messenger.list(anna)).total).toBe(0);
      expect(await anna.credits()).toBe(59);
    });

    it('respects the member’s limits', async () => {
      const [anna, vera] = [await aMember(server, credits), await aPerformer(server)];
      await callApp(server, setLimit, { period: 'day', credits: 100 }, bearer(anna.token));
      const id = newId();
      await messenger.write(anna, vera, 'Hoi', id);
      await expect(messenger.write(anna, vera, 'Dag')).rejects.toThrow('badRequest.limit.reached');
      expect((await messenger.write(anna, vera, 'Hoi', id)).message.seq).toBe(1);
      expect(await anna.credits()).toBe(credits - 60);
    });

    it('keeps an order without gaps while both sides write at once', async () => {
      const [anna, vera] = [await aMember(server, credits), await aPerformer(server)];
      const { message } = await messenger.write(anna, vera, 'Eerste');
      await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          n % 2
            ? messenger.write(anna, vera, `a${n}`)
            : messenger.answer(vera, message.conversation, `v${n}`),
        ),
      );
      const { messages } = await messenger.history(anna, message.conversation, { limit: 50 });
      expect(messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 11 }, (_, n) => n + 1));
    });

    it.each([
      ['nothing', '   '],
      ['too much', 'a'.repeat(MESSAGE_MAX + 1)],
    ])('P5.25 is refused with %s in it', async (_, text) => {
      const [anna, vera] = [await aMember(server, credits), await aPerformer(server)];
      await expect(messenger.write(anna, vera, text)).rejects.toThrow('badRequest.invalid.input');
    });

    it('hides contact details in both directions', async () => {
      const [anna, vera] = [await aMember(server, credits), await aPerformer(server)];
      const { message } = await messenger.write(anna, vera, 'Bel me: 06 12 34 56 78');
      expect(message.content).toBe('Bel me: •••');
      const answer = await messenger.answer(vera, message.conversation, 'mail vera@example.com');
      expect(answer.content).toBe('mail •••');
    });

    it('hides the half of a contact detail that continues the message before, in both directions', async () => {
      const [anna, vera] = [await aMember(server, credits), await aPerformer(server)];
      const clientId = newId();
      const { message } = await messenger.write(anna, vera, 'mijn nummer: nul zes twaalf');
      const second = await messenger.write(anna, vera, 'vierendertig 56 78', clientId);
      expect(second.message.content).toBe(MASK);
      expect((await messenger.write(anna, vera, 'vierendertig 56 78', clientId)).message).toEqual(
        second.message,
      );
      await messenger.answer(vera, message.conversation, 'mijn snap:');
      expect((await messenger.answer(vera, message.conversation, 'verabloem')).content).toBe(MASK);
    });

    it('checks a message alone if the earlier one is the other side’s or too old', async () => {
      const [anna, vera] = [await aMember(server, credits), await aPerformer(server)];
      const { message } = await messenger.write(anna, vera, '0612');
      expect((await messenger.answer(vera, message.conversation, '345678')).content).toBe('345678');
      server.clock.advance(121_000);
      expect((await messenger.write(anna, vera, '345678')).message.content).toBe('345678');
    });

    it('refuses unknown and removed performers', async () => {
      const [anna, vera] = [await aMember(server, credits), await aPerformer(server)];
      const { message } = await messenger.write(anna, vera, 'Hoi');
      await removePerformer(server.deps, operatorCaller('root'), vera.username);
      const nobody: TestPerformer = { ...vera, id: 2_147_483_647 };
      await expect(messenger.write(anna, nobody, 'Hoi')).rejects.toThrow('badRequest.performer.notExists');
      await expect(messenger.write(anna, vera, 'Hoi')).rejects.toThrow('badRequest.performer.removed');
      expect((await messenger.history(anna, message.conversation)).messages).toHaveLength(1);
    });

    it('is refused while either side blocks, and accepted afterwards', async () => {
      const [anna, vera] = [await aMember(server, credits), await aPerformer(server)];
      const { message } = await messenger.write(anna, vera, 'Hoi');
      await messenger.state(anna, message.conversation, 'block');
      await expect(messenger.write(anna, vera, 'Nog eens')).rejects.toThrow(
        'badRequest.conversation.ownBlock',
      );
      await expect(messenger.answer(vera, message.conversation, 'Dag')).rejects.toThrow(
        'badRequest.conversation.blocked',
      );
      await messenger.state(anna, message.conversation, 'unblock');
      expect((await messenger.answer(vera, message.conversation, 'Dag')).seq).toBe(2);
      expect(await anna.credits()).toBe(credits - 60);
    });

    it('is refused to a member blocked in the performer’s room until the block is undone', async () => {
      const [anna, vera] = [await aMember(server, credits), await aPerformer(server)];
      const viewer = await watch(server, anna.caller, vera);
      const target = { session: viewer.session };
      const { id } = await callApp(server, sanctionViewer, { target, kind: 'block' }, bearer(vera.token));
      const before = await anna.credits();
      await expect(messenger.write(anna, vera, 'Hoi')).rejects.toThrow('badRequest.conversation.blocked');
      expect(await anna.credits()).toBe(before);
      await callApp(server, liftSanction, { sanction: id }, bearer(vera.token));
      expect((await messenger.write(anna, vera, 'Hoi')).message.seq).toBe(1);
    });

    it('requires a brand with a messenger', async () => {
      const [anna, vera] = [await aMember(server, credits), await aPerformer(server)];
      const without = messengerOf(
        variantOf(server, { brand: { ...server.deps.brand, hasFeature: (name) => name !== 'messenger' } }),
      );
      await expect(without.write(anna, vera, 'Hoi')).rejects.toThrow('badRequest.notFound');
    });
  });

  describe('a private message of a performer', () => {
    const write = (from: TestPerformer, memberId: number, message = 'Hoi') =>
      callApp(
        server,
        sendStudioMessage,
        { conversationId: NEW_CONVERSATION, memberId, message, clientId: newId() },
        bearer(from.token),
      );

    it('is free, and starts a conversation only with a member who has her as a favourite', async () => {
      const [anna, bram, vera] = [await aMember(server), await aMember(server), await aPerformer(server)];
      await addFavourite(server.deps, anna.caller, { performerId: vera.id });
      expect((await write(vera, anna.id)).message.seq).toBe(1);
      await expect(write(vera, bram.id)).rejects.toThrow('badRequest.notFound');
      expect((await messenger.list(anna)).unread).toBe(1);
      expect(await vera.credits()).toBe(0);
    });

    it('is marked if the same text goes to many, and refused if it goes to too many', async () => {
      const vera = await aPerformer(server);
      const outcomes: (boolean | string)[] = [];
      for (let n = 0; n < 51; n += 1) {
        const member = await aMember(server);
        await addFavourite(server.deps, member.caller, { performerId: vera.id });
        outcomes.push(
          await write(vera, member.id, 'Ik ben live!').then(
            ({ message }) => message.mass,
            (error: Error) => error.message,
          ),
        );
      }
      expect(outcomes.slice(0, 7)).toEqual([false, false, false, false, false, true, true]);
      expect(outcomes.slice(49)).toEqual([true, 'badRequest.tooMany']);
    });
  });

  it('has one payment per member’s message in the books', async () => {
    const sent = await server.deps.db.select().from(privateMessages);
    expect(
      sent.filter(({ owner }) => owner === 'member').every(({ transferId }) => transferId !== null),
    ).toBe(true);
    const paid = await server.deps.db.select().from(transfers).where(eq(transfers.kind, 'message'));
    expect(paid.map(({ id }) => id).sort()).toEqual(
      sent.flatMap(({ transferId }) => (transferId === null ? [] : [transferId])).sort(),
    );
  });

  it('requires a member', async () => {
    const input = {
      conversationId: NEW_CONVERSATION,
      performerId: 1,
      message: 'x',
      clientId: newId(),
    } as const;
    await expect(callApp(server, sendPrivateMessage, input)).rejects.toThrow('badRequest.unauthorized');
  });
});
