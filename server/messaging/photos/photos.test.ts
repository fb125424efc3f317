import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLaterMessages } from '#contract/messaging/conversation-calls.ts';
import type { PrivateMessage } from '#contract/messaging/messages.ts';
import { listStudioConversations, setStudioConversationState } from '#contract/studio/inbox-calls.ts';
import { findViolations } from '#server/ledger/check-books.ts';
import { addFavourite } from '#server/member/favourites/add-favourite.ts';
import { databaseKinds, type SuiteDatabase } from '#server/testing/databases.ts';
import { aMember, aPerformer, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { bearer, callApp, createTestApp, type TestApp, variantOf } from '#server/testing/test-app.ts';
import { returnUnanswered } from '../returns/return-unanswered.ts';
import { messengerOf, type TestMessenger } from '../testing.ts';
import { photoUrl } from './photo-url.ts';
import { photos } from './tables.ts';
import { aJpeg, answerWithPhoto, aSentPhoto, open, sendPhoto, upload, urlOf } from './testing.ts';

const HOUR_MS = 3_600_000;

describe.each(databaseKinds())('photos in private messages on $name', ({ create }) => {
  let suite: SuiteDatabase;
  let dataDir: string;
  let server: TestApp;
  let messenger: TestMessenger;
  beforeAll(async () => {
    suite = await create();
    dataDir = await mkdtemp(join(tmpdir(), 'vonk-photos-'));
    server = await createTestApp({ database: suite.url, environment: { DATA_DIR: dataDir } });
    messenger = messengerOf(server);
  });
  afterAll(async () => {
    expect(await findViolations(server.deps.db, [])).toEqual([]);
    await server.close();
    await suite.drop();
    await rm(dataDir, { recursive: true, force: true });
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
    it('needs no text, costs as much as any, and is told as media everywhere', async () => {
      const [anna, vera] = await pair();
      const { photo, width, height } = await upload(server, anna);
      server.pushes.length = 0;
      const sent = await sendPhoto(server, { from: anna, to: vera }, { attachment: photo });
      const { message } = sent;
      expect(sent.credits).toBe(credits - 60);
      const preview = expect.stringMatching(/^data:image\/webp;base64,/) as string;
      const told = { type: 'media', content: '', attachment: { preview, width, height } };
      expect(message).toMatchObject({ ...told, owner: 'self' });
      const conversationId = message.conversation;
      const { messages } = await messenger.history(anna, conversationId);
      expect(messages).toMatchObject([told]);
      const later = await callApp(
        server,
        readLaterMessages,
        { conversationId, after: 0 },
        bearer(anna.token),
      );
      expect(later.messages).toMatchObject([told]);
      const pushed = server.pushes.filter(({ name }) => name === `private-message-${conversationId}`);
      expect(pushed).toHaveLength(2);
      for (const { payload } of pushed) expect(payload).toMatchObject(told);
      const lists = [
        (await messenger.list(anna)).conversations,
        (await callApp(server, listStudioConversations, {}, bearer(vera.token))).conversations,
      ];
      for (const [conversation] of lists)
        expect(conversation?.message).toMatchObject({ seq: 1, type: 'media', content: '' });
    });

    it('may have a text too, whose contact details are masked as ever', async () => {
      const [anna, vera] = await pair();
      const { photo } = await upload(server, anna);
      const { message } = await sendPhoto(
        server,
        { from: anna, to: vera },
        { attachment: photo, message: 'Bel me op 0612345678' },
      );
      expect(message).toMatchObject({ type: 'media', content: expect.stringContaining('•••') });
    });

    it('without text and without photo is refused, and one of text alone is text', async () => {
      const [anna, vera] = await pair();
      const to = { from: anna, to: vera };
      expect(await refusal(sendPhoto(server, to, {}))).toBe('badRequest.invalid.input');
      expect(await refusal(sendPhoto(server, to, { message: '   ' }))).toBe('badRequest.invalid.input');
      expect(await refusal(sendPhoto(server, to, { attachment: '7' }))).toBe('badRequest.invalid.input');
      const { message } = await sendPhoto(server, to, { message: 'Hoi' });
      expect(message).toMatchObject({ type: 'text', content: 'Hoi', attachment: null });
    });

    it('sent again is stored and paid once; with another photo, or without, it is a conflict', async () => {
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
      // What was not sent is there to be sent.
      expect((await sendPhoto(server, to, { attachment: second.photo })).credits).toBe(credits - 120);
    });

    it('sent many times at once, to somebody new, is stored and paid once', async () => {
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

    it('takes a photo that is the sender’s own, and that no other message has', async () => {
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
      // One photo for two performers at once: one of them gets it, and one is paid.
      const { photo: attachment } = await upload(server, anna);
      const others = [await aPerformer(server), await aPerformer(server)];
      const outcomes = await Promise.all(
        others.map((to) => refusal(sendPhoto(server, { from: anna, to }, { attachment }))),
      );
      expect(outcomes.sort()).toEqual(['badRequest.photo.notExists', 'sent']);
      expect(await anna.credits()).toBe(credits - 120);
    });

    it('without the credits, or where it is blocked, leaves the photo to be sent later', async () => {
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

    it('is given back when it was never answered', async () => {
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
    it('answers with a photo, which costs nobody anything', async () => {
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

    it('who sends one picture to many is seen by the picture, however often it was uploaded', async () => {
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
      // Another picture is not: no text is no text in common.
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

  describe('the address of a photo', () => {
    it('shows it to both sides, each by their own, as a picture and nothing else', async () => {
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

    it('is nobody else’s, with whatever login and whatever signature', async () => {
      const { anna, vera, photo, message, hers } = await aSentPhoto(server);
      const own = await aSentPhoto(server);
      const snoop = own.anna;
      const status = async (
        ...asked: Parameters<typeof open> extends [unknown, ...infer Rest] ? Rest : never
      ) => (await open(server, ...asked)).status;
      // Another’s address; one’s own signature for another’s photo; the other side’s.
      expect(await status(snoop, urlOf(message))).toBe(404);
      expect(await status(snoop, urlOf(hers))).toBe(404);
      expect(await status(snoop, urlOf(own.message).replace(own.photo, photo))).toBe(404);
      expect(await status(anna, urlOf(hers))).toBe(404);
      expect(await status(vera, urlOf(message))).toBe(404);
      expect(await status(own.vera, urlOf(hers))).toBe(404);
      expect(await status(null, urlOf(message))).toBe(401);
      // Nor with a genuine address that should not have been made.
      expect(await status(snoop, photoUrl(server.deps, { side: 'member', id: snoop.id }, photo))).toBe(404);
      // What was changed in it.
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

    it('is the same for an hour, and over after two', async () => {
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

    it('of an upload that was not sent does not exist', async () => {
      const { anna, photo, message } = await aSentPhoto(server);
      const { photo: unsent } = await upload(server, anna);
      expect((await open(server, anna, urlOf(message).replace(photo, unsent))).status).toBe(404);
    });

    it('is over for who has deleted the conversation, and not for the other', async () => {
      const { anna, vera, message, hers } = await aSentPhoto(server);
      await messenger.state(anna, message.conversation, 'delete');
      expect((await open(server, anna, urlOf(message))).status).toBe(404);
      expect((await open(server, vera, urlOf(hers))).status).toBe(200);
    });
  });
});
