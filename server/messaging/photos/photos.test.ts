import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { readLaterMessages } from '#contract/messaging/conversation-calls.ts';
import type { PrivateMessage } from '#contract/messaging/messages.ts';
import { listStudioConversations, setStudioConversationState } from '#contract/studio/inbox-calls.ts';
import { findViolations } from '#server/ledger/check-books.ts';
import { addFavourite } from '#server/member/favourites/favourites.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { aMember, aPerformer, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, variantOf } from '#server/testing/test-app.ts';
import { returnUnanswered } from '../returns/return-unanswered.ts';
import { photos } from '../tables.ts';
import { messengerOf } from '../testing.ts';
import { photoUrl } from './photo-files.ts';
import { aJpeg, answerWithPhoto, aSentPhoto, open, sendPhoto, upload, urlOf } from './testing.ts';

const HOUR_MS = 3_600_000;

describe.each(databaseKinds())('photos in private messages on $name', (database) => {
  const server = startTestApp({ on: database, withFolder: true });
  const messenger = messengerOf(server);
  afterAll(async () => {
    expect(await findViolations(server.deps.db, [])).toEqual([]);
  });

  const credits = 1000;
  const pair = async (): Promise<[TestMember, TestPerformer]> => [
    await aMember(server, credits),
    await aPerformer(server),
  ];
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => 'sent',
      (error: unknown) => String(error instanceof Error ? error.message : error),
    );

  describe('a message with a photo', () => {
    it('P3.11 P7.27 needs no text, costs the same, and is media everywhere', async () => {
      const [anna, vera] = await pair();
      const { photo, width, height } = await upload(server, anna);
      server.pushes.length = 0;
      const sent = await sendPhoto(server, { from: anna, to: vera }, { attachment: photo });
      const { message } = sent;
      expect(sent.credits).toBe(credits - 60);
      const preview = expect.stringMatching(/^data:image\/webp;base64,/) as string;
      const expected = { type: 'media', content: '', attachment: { preview, width, height } };
      expect(message).toMatchObject({ ...expected, owner: 'self' });
      const conversationId = message.conversation;
      const { messages } = await messenger.history(anna, conversationId);
      expect(messages).toMatchObject([expected]);
      const later = await callApp(
        server,
        readLaterMessages,
        { conversationId, after: 0 },
        bearer(anna.token),
      );
      expect(later.messages).toMatchObject([expected]);
      const pushed = server.pushes.filter(({ name }) => name === `private-message-${conversationId}`);
      expect(pushed).toHaveLength(2);
      for (const { payload } of pushed) expect(payload).toMatchObject(expected);
      const lists = [
        (await messenger.list(anna)).conversations,
        (await callApp(server, listStudioConversations, {}, bearer(vera.token))).conversations,
      ];
      for (const [conversation] of lists)
        expect(conversation?.message).toMatchObject({ seq: 1, type: 'media', content: '' });
    });

    it('may have a text, with contact details masked as usual', async () => {
      const [anna, vera] = await pair();
      const { photo } = await upload(server, anna);
      const { message } = await sendPhoto(
        server,
        { from: anna, to: vera },
        { attachment: photo, message: 'Bel me op 0612345678' },
      );
      expect(message).toMatchObject({ type: 'media', content: expect.stringContaining('•••') });
    });

    it('P5.25 L5.7 is refused without text and photo, and is of type text without a photo', async () => {
      const [anna, vera] = await pair();
      const to = { from: anna, to: vera };
      expect(await refusal(sendPhoto(server, to, {}))).toBe('badRequest.invalid.input');
      expect(await refusal(sendPhoto(server, to, { message: '   ' }))).toBe('badRequest.invalid.input');
      expect(await refusal(sendPhoto(server, to, { attachment: '7' }))).toBe('badRequest.invalid.input');
      const { message } = await sendPhoto(server, to, { message: 'Hoi' });
      expect(message).toMatchObject({ type: 'text', content: 'Hoi', attachment: null });
    });

    it('is stored and charged once when sent again; with another photo, or none, it is a conflict', async () => {
      const [anna, vera] = await pair();
      const to = { from: anna, to: vera };
      const [first, second] = [await upload(server, anna), await upload(server, anna)];
      const clientId = server.deps.newId();
      const sent = await sendPhoto(server, to, { attachment: first.photo, clientId });
      const again = await sendPhoto(server, to, { attachment: first.photo, clientId });
      expect(again.message).toEqual(sent.message);
      expect(again.credits).toBe(credits - 60);
      const conflict = 'badRequest.idempotency.conflict';
      for (const other of [
        { attachment: second.photo },
        { message: 'Hoi' },
        { attachment: first.photo, message: 'Hoi' },
      ])
        expect(await refusal(sendPhoto(server, to, { ...other, clientId }))).toBe(conflict);
      expect(await anna.credits()).toBe(credits - 60);
      // The unsent photo can still be sent.
      expect((await sendPhoto(server, to, { attachment: second.photo })).credits).toBe(credits - 120);
    });

    it('is stored and charged once when sent many times at once to a new performer', async () => {
      const [anna, vera] = await pair();
      const { photo } = await upload(server, anna);
      const clientId = server.deps.newId();
      const sent = await Promise.all(
        Array.from({ length: 6 }, () =>
          sendPhoto(server, { from: anna, to: vera }, { attachment: photo, clientId }),
        ),
      );
      expect(new Set(sent.map(({ message }) => message.id)).size).toBe(1);
      expect(await anna.credits()).toBe(credits - 60);
    });

    it('accepts only the sender’s own unused photo', async () => {
      const [anna, vera] = await pair();
      const bram = await aMember(server, credits);
      const [his, hers] = [await upload(server, bram), await upload(server, vera)];
      const used = await upload(server, anna);
      await sendPhoto(server, { from: anna, to: vera }, { attachment: used.photo });
      for (const attachment of [his.photo, hers.photo, used.photo, server.deps.newId()])
        expect(await refusal(sendPhoto(server, { from: anna, to: vera }, { attachment }))).toBe(
          'badRequest.photo.notExists',
        );
      expect(await anna.credits()).toBe(credits - 60);
      // One photo for two performers at once: only one gets it and is paid.
      const { photo: attachment } = await upload(server, anna);
      const others = [await aPerformer(server), await aPerformer(server)];
      const outcomes = await Promise.all(
        others.map((to) => refusal(sendPhoto(server, { from: anna, to }, { attachment }))),
      );
      expect(outcomes.sort()).toEqual(['badRequest.photo.notExists', 'sent']);
      expect(await anna.credits()).toBe(credits - 120);
    });

    it('leaves the photo unsent without credits, or if it is blocked', async () => {
      const [anna, vera] = [await aMember(server, 60), await aPerformer(server)];
      const to = { from: anna, to: vera };
      const { message } = await sendPhoto(server, to, { message: 'Hoi' });
      const { photo: attachment } = await upload(server, anna);
      expect(await refusal(sendPhoto(server, to, { attachment }))).toBe('badRequest.deduct.credits.amount');
      const set = (state: 'block' | 'unblock') =>
        callApp(server, setStudioConversationState, { id: message.conversation, state }, bearer(vera.token));
      await set('block');
      expect(await refusal(sendPhoto(server, to, { attachment }))).toBe('badRequest.conversation.blocked');
      const [row] = await server.deps.db.select().from(photos).where(eq(photos.id, attachment));
      expect(row?.messageId).toBeNull();
    });

    it('is given back if it was not answered', async () => {
      const [anna, vera] = await pair();
      const { photo } = await upload(server, anna);
      await sendPhoto(server, { from: anna, to: vera }, { attachment: photo });
      server.clock.advance(3 * HOUR_MS);
      const returning = variantOf(server, { config: { ...server.deps.config, messageReturnHours: 2 } });
      await returnUnanswered(returning.deps);
      expect(await anna.credits()).toBe(credits);
    });
  });

  describe('a performer', () => {
    it('can answer with a photo free of charge', async () => {
      const { anna, vera, message } = await aSentPhoto(server);
      const { photo } = await upload(server, vera);
      const answer = await answerWithPhoto(server, vera, {
        conversationId: message.conversation,
        attachment: photo,
      });
      expect(answer.message).toMatchObject({ type: 'media', owner: 'self', mass: false });
      const { messages } = await messenger.history(anna, message.conversation);
      expect(messages[1]).toMatchObject({ type: 'media', owner: 'other' });
      expect((await open(server, anna, urlOf(messages[1] as PrivateMessage))).status).toBe(200);
      expect(await anna.credits()).toBe(credits - 60);
    });

    it('is recognized sending one picture to many, however often it was uploaded', async () => {
      const vera = await aPerformer(server);
      const jpeg = await aJpeg();
      const marks: boolean[] = [];
      for (let n = 0; n < 7; n += 1) {
        const member = await aMember(server);
        await addFavourite(server.deps, member.caller, { performerId: vera.id });
        const { photo } = await upload(server, vera, jpeg);
        const { message } = await answerWithPhoto(server, vera, {
          conversationId: 'new',
          memberId: member.id,
          attachment: photo,
        });
        marks.push(message.mass);
      }
      expect(marks).toEqual([false, false, false, false, false, true, true]);
      // Another picture does not count: empty texts are not the same text.
      const member = await aMember(server);
      await addFavourite(server.deps, member.caller, { performerId: vera.id });
      const { photo } = await upload(server, vera);
      const other = await answerWithPhoto(server, vera, {
        conversationId: 'new',
        memberId: member.id,
        attachment: photo,
      });
      expect(other.message.mass).toBe(false);
    });
  });

  describe('the URL of a photo', () => {
    it('shows it to each side by its own URL, as a picture only', async () => {
      const { anna, vera, message, hers } = await aSentPhoto(server);
      expect(urlOf(message)).not.toBe(urlOf(hers));
      for (const [who, url] of [
        [anna, urlOf(message)],
        [vera, urlOf(hers)],
      ] as const) {
        const answer = await open(server, who, url);
        expect(answer.status).toBe(200);
        expect(Object.fromEntries(answer.headers)).toMatchObject({
          'content-type': 'image/jpeg',
          'content-disposition': 'inline; filename="photo.jpg"',
          'content-security-policy': "default-src 'none'; sandbox",
          'x-content-type-options': 'nosniff',
          'cross-origin-resource-policy': 'same-site',
          'cache-control': expect.stringMatching(/^private, max-age=\d+$/),
        });
        const picture = Buffer.from(await answer.arrayBuffer());
        expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', width: 64, height: 48 });
      }
    });

    it('is refused to everyone else, with any login and any signature', async () => {
      const { anna, vera, photo, message, hers } = await aSentPhoto(server);
      const own = await aSentPhoto(server);
      const snoop = own.anna;
      const status = async (
        ...args: Parameters<typeof open> extends [unknown, ...infer Rest] ? Rest : never
      ) => (await open(server, ...args)).status;
      // Another reader’s URL; the own signature for another photo; the other side’s URL.
      expect(await status(snoop, urlOf(message))).toBe(404);
      expect(await status(snoop, urlOf(hers))).toBe(404);
      expect(await status(snoop, urlOf(own.message).replace(own.photo, photo))).toBe(404);
      expect(await status(anna, urlOf(hers))).toBe(404);
      expect(await status(vera, urlOf(message))).toBe(404);
      expect(await status(own.vera, urlOf(hers))).toBe(404);
      expect(await status(null, urlOf(message))).toBe(401);
      // Nor with a valid URL for a photo that is not theirs.
      expect(await status(snoop, photoUrl(server.deps, { side: 'member', id: snoop.id }, photo))).toBe(404);
      // A changed URL.
      const url = new URL(urlOf(message), 'http://localhost');
      const changed = (name: string, value: string) => {
        const other = new URL(url);
        other.searchParams.set(name, value);
        return other.pathname + other.search;
      };
      const until = Number(url.searchParams.get('until'));
      for (const bad of [
        changed('until', String(until + 3600)),
        changed('until', 'NaN'),
        changed('signature', ''),
        changed('signature', 'A'.repeat(43)),
        `${url.pathname}?api-key=${server.deps.config.apiKey}`,
        urlOf(message).replace(photo, server.deps.newId()),
        urlOf(message).replace(photo, '..%2f..%2fdb'),
        urlOf(message).replace(photo, "'%20or%201=1"),
      ])
        expect.soft(await status(anna, bad), bad).toBe(404);
      expect(await status(anna, urlOf(message))).toBe(200);
      expect(await status(anna, urlOf(message).replace('api-key', 'key'))).toBe(401);
    });

    it('stays the same for an hour and expires within two', async () => {
      const { anna, message } = await aSentPhoto(server);
      server.clock.advance(HOUR_MS - (server.clock.now().getTime() % HOUR_MS));
      const read = async () => {
        const { messages } = await messenger.history(anna, message.conversation);
        return urlOf(messages[0] as PrivateMessage);
      };
      const url = await read();
      server.clock.advance(HOUR_MS - 1000);
      expect(await read()).toBe(url);
      const kept = (await open(server, anna, url)).headers.get('cache-control');
      expect(kept).toBe('private, max-age=3601');
      server.clock.advance(1000);
      expect(await read()).not.toBe(url);
      expect((await open(server, anna, url)).status).toBe(200);
      server.clock.advance(HOUR_MS);
      expect((await open(server, anna, url)).status).toBe(404);
      expect((await open(server, anna, await read())).status).toBe(200);
    });

    it('does not exist for an unsent upload', async () => {
      const { anna, photo, message } = await aSentPhoto(server);
      const { photo: unsent } = await upload(server, anna);
      expect((await open(server, anna, urlOf(message).replace(photo, unsent))).status).toBe(404);
    });

    it('is invalid for a side that has deleted the conversation, but not for the other', async () => {
      const { anna, vera, message, hers } = await aSentPhoto(server);
      await messenger.state(anna, message.conversation, 'delete');
      expect((await open(server, anna, urlOf(message))).status).toBe(404);
      expect((await open(server, vera, urlOf(hers))).status).toBe(200);
    });
  });
});
