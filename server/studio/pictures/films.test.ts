import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } from 'mediabunny';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileFields, filmLimits } from '#contract/media/uploads.ts';
import { readProfile } from '#contract/performers/profile-calls.ts';
import * as calls from '#contract/studio/picture-calls.ts';
import { webmOf } from '#demo/seed/album/webm.ts';
import { sweepPictures } from '#server/media/uploads/sweep-pictures.ts';
import { aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
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

/** A container with the codec's name; what is in it is never decoded on the server. */
async function anMp4(codec: 'avc' | 'hevc'): Promise<Buffer> {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat(), target });
  const source = new EncodedVideoPacketSource(codec);
  output.addVideoTrack(source);
  await output.start();
  const named = { avc: 'avc1.42001f', hevc: 'hvc1.1.6.L93.B0' }[codec];
  const decoderConfig = { codec: named, codedWidth: 320, codedHeight: 240, description: new Uint8Array(32) };
  for (const at of [0, 1, 2])
    await source.add(new EncodedPacket(new Uint8Array([0, 0, 0, 1, 0x65]), 'key', at, 1), { decoderConfig });
  await output.finalize();
  return Buffer.from(target.buffer ?? new ArrayBuffer(0));
}

/** Up to the first cluster (Matroska, RFC 9559). */
const withoutFrames = (film: Buffer): Buffer =>
  film.subarray(0, film.indexOf(Buffer.from('1f43b675', 'hex')));

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
  it('joins an album with its poster, and is served with its type', async () => {
    const film = await aFilm(40);
    const added = await add({ place: 'album', album }, film, await aPicture('#ff0000', 640, 480));
    expect(await add({ place: 'album', album }, film)).toEqual(added);
    const [item] = (await seen()).albums[0]?.items ?? [];
    expect(item).toMatchObject({ kind: 'video', ...size, video: { duration: 40_000 } });
    const served = await server.app.request(item?.video?.url ?? '');
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'video/webm']);
    expect(Buffer.from(await served.arrayBuffer()).equals(film)).toBe(true);
    expect(await incoming()).toEqual([]);
  });

  it('may be MP4', async () => {
    expect(await add({ place: 'album', album }, await anMp4('avc'))).toHaveLength(1);
    const item = (await seen()).albums[0]?.items.at(-1);
    const served = await server.app.request(item?.video?.url ?? '');
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'video/mp4']);
    expect(await add({ place: 'album', album }, await anMp4('hevc'))).toBe('badRequest.film.notAllowed');
  });

  it('becomes the cover film, with a neutral poster if none came', async () => {
    expect(await add({ place: 'film' }, await aFilm(20))).toHaveLength(1);
    const { head, coverVideo } = await seen();
    expect(head.film).toMatchObject({ video: coverVideo, picture: { color: '#8a7f8d' } });
    const poster = await server.app.request(head.film?.picture.url.replace('{w}', '320') ?? '');
    expect([poster.status, poster.headers.get('content-type')]).toEqual([200, 'image/webp']);
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
    expect([response.status, await response.json()]).toEqual([413, { label: 'badRequest.film.tooBig' }]);
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
