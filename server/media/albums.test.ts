import { beforeAll, describe, expect, it } from 'vitest';
import { listAlbums, readAlbum } from '#contract/media/albums-calls.ts';
import { readProfile } from '#contract/performers/profile/profile-calls.ts';
import { CleanBytes } from '#server/ports/clean-file.ts';
import { makePerformer } from '#server/testing/make.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { callApp } from '#server/testing/test-app.ts';
import { imageKinds } from './images/image-url.ts';
import { storeImage } from './images/store.ts';
import { rangeOf } from './serve-video.ts';
import { albumItems, albums } from './tables.ts';

const server = startTestApp({ withFolder: true });
let vera: number;
let mila: number;
let [work, home]: number[] = [];
beforeAll(async () => {
  vera = await makePerformer(server.deps, { username: 'Vera' });
  mila = await makePerformer(server.deps);
  [home, work] = [await anAlbum(2, 'Thuis'), await anAlbum(1, 'Werk')];
  await anAlbum(3, 'Leeg');
  await anItem(work, 1, { nonude: true });
  await anItem(work, 2, { kind: 'video', durationMs: 4000, caption: { nl: 'Even zwaaien', en: 'A wave' } });
  await anItem(home, 1, {});
});

async function anAlbum(position: number, title: string): Promise<number> {
  const row = { performerId: vera, position, title: { nl: title, en: `${title} en` } };
  const [album] = await server.deps.db.insert(albums).values(row).returning({ id: albums.id });
  return album?.id ?? 0;
}

async function anItem(
  albumId: number | undefined,
  position: number,
  fields: Partial<typeof albumItems.$inferInsert>,
): Promise<void> {
  const common = { version: 'abc', width: 1200, height: 900, color: '#445566', kind: 'picture' as const };
  await server.deps.db.insert(albumItems).values({
    ...common,
    performerId: vera,
    albumId: albumId ?? 0,
    position,
    ...fields,
  });
}

describe('the albums of a performer', () => {
  it('P7.17 are in order, in the visitor’s language, without empty ones', async () => {
    const { result } = await callApp(server, listAlbums, { id: vera }, { 'x-lang': 'en' });
    expect(result.map(({ title, pictures, videos }) => ({ title, pictures, videos }))).toEqual([
      { title: 'Werk en', pictures: 1, videos: 1 },
      { title: 'Thuis en', pictures: 1, videos: 0 },
    ]);
  });

  it('show only non-nude items to a visitor who has not agreed', async () => {
    const { result } = await callApp(server, listAlbums, { id: vera }, { 'x-non-nude': '1' });
    expect(result).toMatchObject([{ title: 'Werk', pictures: 1, videos: 0 }]);
    const shown = await callApp(server, readAlbum, { id: vera, album: work ?? 0 }, { 'x-non-nude': '1' });
    expect(shown.items).toHaveLength(1);
    await expect(
      callApp(server, readAlbum, { id: vera, album: home ?? 0 }, { 'x-non-nude': '1' }),
    ).rejects.toThrow('badRequest.notFound');
  });

  it('are part of the profile', async () => {
    const profile = await callApp(server, readProfile, { username: 'Vera' });
    expect(profile.albums.map(({ title }) => title)).toEqual(['Werk', 'Thuis']);
    expect(profile.images).toHaveLength(2);
    expect(profile.coverVideo).toMatchObject({ duration: 4000 });
  });
});

describe('one album', () => {
  it('P7.18 has its pictures and videos in order', async () => {
    const album = await callApp(server, readAlbum, { id: vera, album: work ?? 0 });
    expect(album).toMatchObject({
      title: 'Werk',
      items: [
        { kind: 'picture', width: 1200, height: 900, caption: '', video: null },
        { kind: 'video', caption: 'Even zwaaien', video: { duration: 4000 } },
      ],
    });
    expect(album.items[0]?.picture.url).toMatch(/^\/images\/a\d+-abc\.[\w-]{12}\/\{w\}\.webp$/);
  });

  it('falls back to the language that most can read, and says which it is', async () => {
    const album = await callApp(server, readAlbum, { id: vera, album: work ?? 0, lang: 'de' });
    expect(album).toMatchObject({ title: 'Werk en', lang: 'en' });
    expect(album.items[1]).toMatchObject({ caption: 'A wave', lang: 'en' });
    expect(album.items[0]?.lang).toBeUndefined();
  });

  it.each([
    ['nobody has', () => ({ id: vera, album: 99_999 })],
    ['another performer has', () => ({ id: mila, album: work ?? 0 })],
    ['that is empty', () => ({ id: vera, album: (home ?? 0) + 2 })],
  ])('refuses %s', async (_, input) => {
    await expect(callApp(server, readAlbum, input())).rejects.toThrow('badRequest.notFound');
  });
});

describe('a video', () => {
  const address = async (): Promise<string> => {
    const { coverVideo } = await callApp(server, readProfile, { username: 'Vera' });
    return coverVideo?.url ?? '';
  };
  const idOf = (url: string) => Number(/v(\d+)-/.exec(url)?.[1]);

  it('is sent whole or as the requested range', async () => {
    const url = await address();
    const film = Uint8Array.from({ length: 1000 }, (_, index) => index % 251);
    await storeImage(
      server.deps.config.dataDir,
      { kind: imageKinds.video, id: idOf(url), version: 'abc' },
      new CleanBytes(film),
    );
    const whole = await server.app.request(url);
    expect(whole.status).toBe(200);
    expect(whole.headers.get('content-type')).toBe('video/webm');
    expect(whole.headers.get('accept-ranges')).toBe('bytes');
    const piece = await server.app.request(url, { headers: { range: 'bytes=100-199' } });
    expect(piece.status).toBe(206);
    expect(piece.headers.get('content-range')).toBe('bytes 100-199/1000');
    expect(new Uint8Array(await piece.arrayBuffer())).toEqual(film.slice(100, 200));
    const beyond = await server.app.request(url, { headers: { range: 'bytes=1000-' } });
    expect(beyond.status).toBe(416);
    expect(beyond.headers.get('content-range')).toBe('bytes */1000');
  });

  it('is not found with a changed signature or as a picture', async () => {
    const url = await address();
    expect((await server.app.request(url.replace(/.\.webm$/, '_.webm'))).status).toBe(404);
    const asPicture = url.replace('/videos/', '/images/').replace('.webm', '/320.webp');
    expect((await server.app.request(asPicture)).status).toBe(404);
  });

  it.each([
    [undefined, null],
    ['bytes=0-', { start: 0, end: 99 }],
    ['bytes=10-19', { start: 10, end: 19 }],
    ['bytes=90-200', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-500', { start: 0, end: 99 }],
    ['bytes=100-', 'none'],
    ['bytes=20-10', 'none'],
    ['bytes=0-1,5-6', null],
    ['bytes=-', null],
  ])('reads the range %s of 100 bytes', (range, expected) => {
    expect(rangeOf(range, 100)).toEqual(expected);
  });
});
