import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { PERSONAL_DATA_PATH, readBasicInfo } from '#contract/member/account/account-calls.ts';
import type { PrivateMessage } from '#contract/messaging/messages.ts';
import { setStudioConversationState } from '#contract/studio/inbox-calls.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import { removeMember } from '#server/member/deletion/erase-member.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { aMember } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, variantOf } from '#server/testing/test-app.ts';
import { removeOldMessages } from '../remove-old-messages.ts';
import { photoFiles, photos } from '../tables.ts';
import { messengerOf } from '../testing.ts';
import { removeUnusedFiles, sweepPhotos, UNSENT_MS } from './photo-files.ts';
import { aJpeg, answerWithPhoto, aSentPhoto, open, sendPhoto, upload, urlOf } from './testing.ts';

const HOUR_MS = 3_600_000;

describe.each(databaseKinds())('stored photos on $name', (database) => {
  const server = startTestApp({ on: database, withFolder: true });
  const messenger = messengerOf(server);

  describe('unused files are deleted:', () => {
    const stored = async (): Promise<string[]> =>
      (await readdir(join(server.deps.config.dataDir, 'files'), { recursive: true })).filter((name) =>
        name.endsWith('.jpg'),
      );
    const hashOf = async (photo: string): Promise<string> => {
      const [row] = await server.deps.db.select().from(photos).where(eq(photos.id, photo));
      return row?.hash ?? '';
    };
    const isStored = async (hash: string) => (await stored()).some((name) => name.includes(hash));

    it('of uploads that were not sent within a day', async () => {
      const { anna, vera, message, photo } = await aSentPhoto(server);
      const unsent = await upload(server, anna);
      const [sentHash, unsentHash] = [await hashOf(photo), await hashOf(unsent.photo)];
      server.clock.advance(UNSENT_MS - 1000);
      await sweepPhotos(server.deps);
      expect(await isStored(unsentHash)).toBe(true);
      server.clock.advance(2000);
      await sweepPhotos(server.deps);
      expect(await isStored(sentHash)).toBe(true);
      expect(await isStored(unsentHash)).toBe(false);
      await expect(sendPhoto(server, { from: anna, to: vera }, { attachment: unsent.photo })).rejects.toThrow(
        'badRequest.photo.notExists',
      );
      const { messages } = await messenger.history(anna, message.conversation);
      expect((await open(server, anna, urlOf(messages[0] as PrivateMessage))).status).toBe(200);
    });

    it('but not while another photo has the same bytes, or an upload of them may be under way', async () => {
      const { anna, vera } = await aSentPhoto(server);
      const jpeg = await aJpeg();
      const [kept, unsent] = [await upload(server, anna, jpeg), await upload(server, anna, jpeg)];
      const hash = await hashOf(kept.photo);
      await sendPhoto(server, { from: anna, to: vera }, { attachment: kept.photo });
      server.clock.advance(UNSENT_MS + 1000);
      await sweepPhotos(server.deps);
      expect(await server.deps.db.select().from(photos).where(eq(photos.id, unsent.photo))).toEqual([]);
      expect(await isStored(hash)).toBe(true);
      await server.deps.db.delete(photos).where(eq(photos.hash, hash));
      await server.deps.db
        .update(photoFiles)
        .set({ keptAt: server.clock.now() })
        .where(eq(photoFiles.hash, hash));
      await removeUnusedFiles(server.deps);
      expect(await isStored(hash)).toBe(true);
      server.clock.advance(HOUR_MS + 1000);
      await removeUnusedFiles(server.deps);
      expect(await isStored(hash)).toBe(false);
    });

    it('when both sides have deleted the conversation, not only one', async () => {
      const { anna, vera, message, photo } = await aSentPhoto(server);
      const hash = await hashOf(photo);
      const id = message.conversation;
      await callApp(server, setStudioConversationState, { id, state: 'delete' }, bearer(vera.token));
      server.clock.advance(2 * HOUR_MS);
      await sweepPhotos(server.deps);
      expect(await isStored(hash)).toBe(true);
      await messenger.state(anna, id, 'delete');
      await sweepPhotos(server.deps);
      expect(await isStored(hash)).toBe(false);
      // Later messages have their own photos.
      const next = await upload(server, anna);
      await sendPhoto(server, { from: anna, to: vera }, { attachment: next.photo });
      await sweepPhotos(server.deps);
      expect(await isStored(await hashOf(next.photo))).toBe(true);
    });

    it('when the message is too old to be kept', async () => {
      const { photo } = await aSentPhoto(server);
      const hash = await hashOf(photo);
      server.clock.advance(31 * 24 * HOUR_MS);
      const keeping = variantOf(server, { config: { ...server.deps.config, messageDays: 30 } });
      while ((await removeOldMessages(keeping.deps)) > 0);
      await sweepPhotos(server.deps);
      expect(await isStored(hash)).toBe(false);
    });

    it('with the account: sent, received and unsent ones', async () => {
      const { anna, vera, message, photo } = await aSentPhoto(server);
      const received = await upload(server, vera);
      await answerWithPhoto(server, vera, {
        conversationId: message.conversation,
        attachment: received.photo,
      });
      const unsent = await upload(server, anna);
      const hashes = await Promise.all([photo, received.photo, unsent.photo].map(hashOf));
      expect(await Promise.all(hashes.map(isStored))).toEqual([true, true, true]);
      const { email } = await callApp(server, readBasicInfo, {}, bearer(anna.token));
      await removeMember(server.deps, operatorCaller('test'), email);
      expect(await Promise.all([photo, received.photo, unsent.photo].map(hashOf))).toEqual(['', '', '']);
      server.clock.advance(2 * HOUR_MS);
      await sweepPhotos(server.deps);
      expect(await Promise.all(hashes.map(isStored))).toEqual([false, false, false]);
    });

    it('by the next run if the storage fails', async () => {
      const anna = await aMember(server);
      const { photo } = await upload(server, anna);
      const hash = await hashOf(photo);
      server.clock.advance(UNSENT_MS + 1000);
      const broken = variantOf(server, {
        storage: { ...server.deps.storage, delete: () => Promise.reject(new Error('away')) },
      });
      await expect(sweepPhotos(broken.deps)).rejects.toThrow('away');
      expect(await isStored(hash)).toBe(true);
      await sweepPhotos(server.deps);
      expect(await isStored(hash)).toBe(false);
    });
  });

  it('a member’s personal data contains exactly the photos sent and received', async () => {
    const { anna, vera, message, photo } = await aSentPhoto(server);
    await aSentPhoto(server);
    await upload(server, anna);
    const received = await upload(server, vera);
    await answerWithPhoto(server, vera, { conversationId: message.conversation, attachment: received.photo });
    const answer = await server.app.request(PERSONAL_DATA_PATH, {
      headers: { 'api-key': server.deps.config.apiKey, ...bearer(anna.token) },
    });
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    const names = [photo, received.photo].map((id) => `photos/${id}.jpg`);
    expect(Object.keys(files).filter((name) => name.startsWith('photos/'))).toEqual(names);
    for (const name of names)
      expect((await sharp(Buffer.from(files[name] ?? [])).metadata()).format).toBe('jpeg');
    const messages = JSON.parse(Buffer.from(files['private-messages.json'] ?? []).toString()) as unknown;
    expect(messages).toMatchObject(names.map((name) => ({ message: '', photo: name })));
  });
});
