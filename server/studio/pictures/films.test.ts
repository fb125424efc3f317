import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileFields, filmLimits } from '#contract/media/uploads.ts';
import { readProfile } from '#contract/performers/profile/profile-calls.ts';
import * as calls from '#contract/studio/picture-calls.ts';
import { webmOf } from '#demo/seed/album/make-film.ts';
import { POSITION, phoneFilm } from '#server/media/uploads/film/testing.ts';
import { sweepPictures } from '#server/media/uploads/sweep-pictures.ts';
import { anOperator, aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, variantOf } from '#server/testing/test-app.ts';
import { listWaiting } from './list-waiting.ts';
import { aPicture, type SentTo, upload } from './testing.ts';

const server = startTestApp({ withFolder: true });
let vera: TestPerformer;
let album: number;
beforeAll(async () => {
  vera = await aPerformer(server);
  ({ album } = await callApp(server, calls.addAlbum, { title: { nl: 'Films' } }, bearer(vera.token)));
});

const size = { width: 320, height: 240 };

/** A film of two frames per second, the last of which has no length; a lossy WebP is a VP8 key frame in a RIFF container. */
async function aFilm(seconds: number, fill = '#336699'): Promise<Buffer> {
  const still = await sharp(await aPicture(fill, size.width, size.height))
    .webp()
    .toBuffer();
  const frame = still.subarray(20, 20 + still.readUInt32LE(16));
  return webmOf({ ...size, fps: 2, frames: Array.from({ length: seconds * 2 + 1 }, () => frame) });
}

/** Up to the first cluster (Matroska, RFC 9559). */
const withoutFrames = (film: Buffer): Buffer =>
  film.subarray(0, film.indexOf(Buffer.from('1f43b675', 'hex')));

/** Names of the boxes of an MP4. */
function boxesOf(film: Buffer): string[] {
  const names = [];
  for (let at = 0; at < film.length; at += film.readUInt32BE(at))
    names.push(film.toString('latin1', at + 4, at + 8));
  return names;
}

/** The frames of a film, in hexadecimal digits. */
async function framesOf(film: Buffer): Promise<string[]> {
  using input = new Input({ source: new BufferSource(film), formats: ALL_FORMATS });
  const track = await input.getPrimaryVideoTrack();
  const frames = [];
  if (track)
    for await (const { data } of new EncodedPacketSink(track).packets())
      frames.push(Buffer.from(data).toString('hex'));
  return frames;
}

const add = (to: SentTo, film: Uint8Array, poster?: Uint8Array) =>
  upload(server, vera.token, {
    ...to,
    files: [
      ...(poster ? [{ content: poster, field: fileFields.poster }] : []),
      { content: film, field: fileFields.film, name: 'film.webm' },
    ],
  });
const seen = () => callApp(server, readProfile, { username: vera.username });
const incoming = () => readdir(join(server.deps.config.dataDir, 'incoming'));

describe('a film', () => {
  it('that waits is served to her and to moderators, by their login', async () => {
    const reviewed = variantOf(server, { config: { ...server.deps.config, mediaReview: true } });
    const files = [{ content: await aFilm(3, '#aa33aa'), field: fileFields.film, name: 'film.webm' }];
    const [id] = (await upload(reviewed, vera.token, { place: 'album', album, files })) as number[];
    const url = (await listWaiting(server.deps)).find((one) => one.id === id)?.film ?? '';
    const shown = async (headers = {}) => (await server.app.request(url, { headers })).status;
    expect(await shown()).toBe(404);
    expect(await shown(bearer((await aPerformer(server)).token))).toBe(404);
    expect(await shown(bearer(vera.token))).toBe(200);
    expect(await shown((await anOperator(server, 'moderator')).headers)).toBe(200);
  });

  it('joins an album with its poster, and is served with its type', async () => {
    const film = await aFilm(40);
    const added = await add({ place: 'album', album }, film, await aPicture('#ff0000', 640, 480));
    expect(await add({ place: 'album', album }, film)).toEqual(added);
    const [item] = (await seen()).albums[0]?.items ?? [];
    expect(item).toMatchObject({ kind: 'video', ...size, video: { duration: 40_000 } });
    const served = await server.app.request(item?.video?.url ?? '');
    expect(served.status).toBe(200);
    expect(served.headers.get('content-type')).toBe('video/webm');
    expect(await framesOf(Buffer.from(await served.arrayBuffer()))).toEqual(await framesOf(film));
    expect(await incoming()).toEqual([]);
  });

  it.each(['mov', 'mp4'] as const)(
    'of a phone is written anew as MP4, without its position: %s',
    async (format) => {
      const film = await phoneFilm({ format, profile: format === 'mov' ? 100 : 66 });
      expect(film.toString('latin1').split(POSITION).length).toBeGreaterThan(5);
      expect(await add({ place: 'album', album }, film)).toHaveLength(1);
      const item = (await seen()).albums[0]?.items.at(-1);
      expect(item).toMatchObject({ width: 240, height: 320, video: { duration: 3000 } });
      const served = await server.app.request(item?.video?.url ?? '');
      expect(served.status).toBe(200);
      expect(served.headers.get('content-type')).toBe('video/mp4');
      const content = Buffer.from(await served.arrayBuffer());
      expect(content.includes(POSITION)).toBe(false);
      expect(boxesOf(content)).toEqual(['ftyp', 'moov', 'free', 'mdat']);
      expect(await framesOf(content)).toEqual(['00000003658884', '00000003418884', '00000003418884']);
    },
  );

  it('in WebM loses what follows its end', async () => {
    const film = Buffer.concat([await aFilm(3, '#123456'), Buffer.from(POSITION)]);
    await add({ place: 'album', album }, film);
    const served = await server.app.request((await seen()).albums[0]?.items.at(-1)?.video?.url ?? '');
    expect(Buffer.from(await served.arrayBuffer()).includes(POSITION)).toBe(false);
  });

  it.each([
    ['HEVC', { codec: 'hevc' }],
    ['10 bit', { profile: 110, depth: 10 }],
    ['4:2:2', { profile: 122, chroma: 2 }],
    ['10 bit that claims to be 8', { profile: 100, depth: 10 }],
  ] as const)('is refused in %s, which not every browser plays', async (_, options) => {
    expect(await add({ place: 'album', album }, await phoneFilm(options))).toBe('badRequest.film.codec');
    expect(await incoming()).toEqual([]);
  });

  it('becomes the cover film, with a neutral poster if none came', async () => {
    expect(await add({ place: 'film' }, await aFilm(20))).toHaveLength(1);
    const { head, coverVideo } = await seen();
    expect(head.film).toMatchObject({ video: coverVideo, picture: { color: '#8a7f8d' } });
    const poster = await server.app.request(head.film?.picture.url.replace('{w}', '320') ?? '');
    expect(poster.status).toBe(200);
    expect(poster.headers.get('content-type')).toBe('image/webp');
  });

  it.each([
    ['longer than a cover film may be', () => aFilm(31), 'badRequest.film.tooLong'],
    ['text', async () => Buffer.from('no film at all'), 'badRequest.film.notAllowed'],
    ['a picture', () => aPicture(), 'badRequest.film.notAllowed'],
    ['cut off before its first frame', () => aFilm(5).then(withoutFrames), 'badRequest.film.damaged'],
    ['too large', async () => Buffer.alloc(filmLimits.film.bytes + 1), 'badRequest.film.tooBig'],
  ])('is refused if it is %s, and nothing is left of it', async (_, film, label) => {
    const before = (await seen()).head.film;
    expect(await add({ place: 'film' }, await film())).toBe(label);
    expect((await seen()).head.film).toEqual(before);
    expect(await incoming()).toEqual([]);
  });

  it('of 2 GB is refused before it is read', async () => {
    const response = await server.app.request(`${calls.UPLOAD_PATH}?place=album&album=${album}`, {
      method: 'POST',
      headers: {
        'api-key': server.deps.config.apiKey,
        'content-length': String(2 ** 31),
        'content-type': 'multipart/form-data; boundary=x',
        ...bearer(vera.token),
      },
      body: 'never read',
    });
    expect(response.status).toBe(413);
    expect(await response.json()).toEqual({ label: 'badRequest.film.tooBig' });
  });

  it('left by a process that ended is deleted after an hour', async () => {
    const { dataDir } = server.deps.config;
    await mkdir(join(dataDir, 'incoming'), { recursive: true });
    for (const name of ['old', 'new']) await writeFile(join(dataDir, 'incoming', name), '');
    const now = server.deps.now().getTime() / 1000;
    await utimes(join(dataDir, 'incoming', 'old'), now - 3601, now - 3601);
    await utimes(join(dataDir, 'incoming', 'new'), now, now);
    await sweepPictures(server.deps);
    expect(await incoming()).toEqual(['new']);
  });
});
