import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { setRoomWords } from '#contract/chat/room/sanction-calls.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { AWAY_MAX } from '#contract/performers/profile/away.ts';
import { readProfile } from '#contract/performers/profile/profile-calls.ts';
import { type OnlineStatus, onlineStatus } from '#contract/performers/status.ts';
import { readAway, saveAway } from '#contract/studio/away-calls.ts';
import { removePicture, savePicture } from '#contract/studio/picture-calls.ts';
import { setStatus } from '#contract/studio/studio-calls.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import { albumItems } from '#server/media/tables.ts';
import { storedAway } from '#server/performers/away/away.ts';
import { removePerformer } from '#server/performers/profile/store-status.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { aPicture, upload } from '../pictures/testing.ts';

const TEXT = 'Terug om 22:00, שלום';

describe.each(databaseKinds())('what viewers see while she is in pause on $name', (database) => {
  const test = startTestApp({ on: database });

  const save = ({ token }: TestPerformer, input: Partial<InputOf<typeof saveAway>> = {}) =>
    callApp(test, saveAway, { text: TEXT, picture: null, ...input }, bearer(token));
  const read = ({ token }: TestPerformer) => callApp(test, readAway, {}, bearer(token));
  const seen = async ({ username }: TestPerformer) => (await callApp(test, readProfile, { username })).away;
  const become = ({ token }: TestPerformer, status: OnlineStatus) =>
    callApp(test, setStatus, { onlineStatus: status }, bearer(token));
  const pushed = () =>
    test.pushes.flatMap(({ name, payload }) => (name === 'performer-status' ? [payload] : []));
  const aCover = async ({ token }: TestPerformer, nonude = true): Promise<number> => {
    const files = [{ content: await aPicture('#336699', 1800, 600) }];
    const [picture = 0] = await upload(test, token, { place: 'cover', files });
    await callApp(test, savePicture, { picture: Number(picture), caption: {}, nonude }, bearer(token));
    await test.deps.db
      .update(albumItems)
      .set({ state: 'shown' })
      .where(eq(albumItems.id, Number(picture)));
    return Number(picture);
  };

  it('is pushed with the pause, read by those who come later, and gone after it', async () => {
    const vera = await aPerformer(test, onlineStatus.free);
    const picture = await aCover(vera);
    await save(vera, { picture });
    expect(await seen(vera)).toBeUndefined();
    test.pushes.length = 0;
    await become(vera, onlineStatus.paused);
    const url = expect.stringMatching(`^/images/a${picture}-`);
    const away = { text: TEXT, picture: { url } };
    expect(pushed()).toMatchObject([{ user: vera.id, onlineStatus: onlineStatus.paused, away }]);
    expect(await seen(vera)).toMatchObject(away);
    await become(vera, onlineStatus.free);
    expect(pushed().at(-1)).not.toHaveProperty('away');
    expect(await seen(vera)).toBeUndefined();
  });

  it('is pushed at once if she changes it in pause; an empty text removes it', async () => {
    const vera = await aPerformer(test, onlineStatus.paused);
    test.pushes.length = 0;
    await save(vera);
    expect(pushed()).toMatchObject([{ user: vera.id, away: { text: TEXT, picture: null } }]);
    await save(vera, { text: ' ', picture: 7 });
    expect(pushed().at(-1)).not.toHaveProperty('away');
    expect(await read(vera)).toMatchObject({ text: '', picture: null });
    await become(vera, onlineStatus.free);
    test.pushes.length = 0;
    await save(vera);
    expect(pushed()).toEqual([]);
  });

  it('has a picture of hers that everybody may see, and none once that is hidden', async () => {
    const [vera, mila] = [await aPerformer(test, onlineStatus.paused), await aPerformer(test)];
    const [picture, others] = [await aCover(vera), await aCover(mila)];
    for (const refused of [others, 2_000_000_000])
      await expect(save(vera, { picture: refused })).rejects.toThrow('badRequest.notFound');
    await save(vera, { picture });
    expect(await read(vera)).toMatchObject({ text: TEXT, picture, pictures: [{ id: picture }] });
    const explicit = { picture, caption: {}, nonude: false };
    await callApp(test, savePicture, explicit, bearer(vera.token));
    expect(await seen(vera)).toEqual({ text: TEXT, picture: null });
    await expect(save(vera, { picture })).rejects.toThrow('badRequest.notFound');
    await callApp(test, savePicture, { ...explicit, nonude: true }, bearer(vera.token));
    expect(await seen(vera)).toMatchObject({ picture: { url: expect.any(String) } });
    await callApp(test, removePicture, { picture }, bearer(vera.token));
    expect(await seen(vera)).toEqual({ text: TEXT, picture: null });
  });

  it('is refused with contact details, forbidden words, her own ones too, and too much text', async () => {
    const vera = await aPerformer(test, onlineStatus.paused);
    await callApp(test, setRoomWords, { words: ['geheim'] }, bearer(vera.token));
    for (const text of ['bel 0612345678', 'kijk op www.example.com', 'het is geheim'])
      await expect(save(vera, { text })).rejects.toThrow('badRequest.profile.words');
    await expect(save(vera, { text: 'a'.repeat(AWAY_MAX + 1) })).rejects.toThrow('badRequest.invalid.input');
    expect(await seen(vera)).toBeUndefined();
  });

  it('does not replace what another tab has saved, and is erased with her account', async () => {
    const vera = await aPerformer(test);
    const { version } = await read(vera);
    await save(vera, { version });
    await save(vera, { version });
    await expect(save(vera, { text: 'Tot zo', version })).rejects.toThrow('badRequest.form.changed');
    await save(vera, { text: 'Tot zo', version: (await read(vera)).version });
    expect(await read(vera)).toMatchObject({ text: 'Tot zo' });
    await removePerformer(test.deps, operatorCaller('els', 'left'), vera.username);
    expect(await storedAway(test.deps.db, vera.id)).toBeUndefined();
  });
});
