import sharp from 'sharp';
import { expect, it } from 'vitest';
import { imageAt } from '#contract/image.ts';
import { listAlbums, readAlbum } from '#contract/media/albums-calls.ts';
import { makeCast } from '#demo/cast.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { workHandler } from '#server/outbox/work.ts';
import { makePerformer } from '#server/testing/make.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { callApp } from '#server/testing/test-app.ts';
import { durationOf, filmWork, makeFilm, webmOf } from './make-film.ts';
import { drawAlbum, seedAlbums } from './seed-albums.ts';

const [sofie, other] = makeCast({ count: 2, now: new Date('2026-11-20T12:00:00Z') });
if (!sofie || !other) throw new Error('The cast is empty');

const server = startTestApp({ withFolder: true });

it('draws the same album for the same performer, and different ones for others', () => {
  expect(drawAlbum(sofie, 5)).toEqual(drawAlbum({ ...sofie }, 5));
  const all = [...drawAlbum(sofie, 7), ...drawAlbum(other, 7)].map(({ svg }) => svg);
  expect(new Set(all).size).toBe(14);
  for (const svg of all) expect(svg).not.toMatch(/undefined|NaN/);
});

it('draws pictures of the declared size', async () => {
  for (const { svg, width, height } of drawAlbum(sofie, 5)) {
    expect(await sharp(Buffer.from(svg)).metadata()).toMatchObject({ width, height });
  }
});

it('gives known performers albums, and makes their films once, after the start', async () => {
  const id = await makePerformer(server.deps);
  await seedAlbums(server.deps, [{ ...sofie, id }], 1);
  const before = await callApp(server, listAlbums, { id });
  expect(before.result.map(({ pictures, videos }) => [pictures, videos])).toEqual([
    [3, 0],
    [2, 0],
  ]);
  server.clock.advance(60_000);
  const handlers = [workHandler(filmWork, (order) => makeFilm(server.deps, order))];
  await runDueWork({ ...server.outbox, handlers });
  const after = await callApp(server, listAlbums, { id });
  expect(after.result[1]).toMatchObject({ pictures: 2, videos: 1 });
  const album = await callApp(server, readAlbum, { id, album: after.result[1]?.id ?? 0 });
  const film = album.items.at(-1);
  const poster = await server.app.request(imageAt(film?.picture.url ?? '', 320));
  expect(poster.headers.get('content-type')).toBe('image/webp');
  const answer = await server.app.request(film?.video?.url ?? '');
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes.subarray(0, 4).toString('hex')).toBe('1a45dfa3');
  expect(bytes.includes('V_VP8')).toBe(true);
  expect(film?.video?.duration).toBe(5000);
});

it('writes the length into a container and cuts it into seconds', () => {
  const frames = Array.from({ length: 25 }, () =>
    Buffer.from([0x10, 0x02, 0x00, 0x9d, 0x01, 0x2a, 0x40, 0x01]),
  );
  const film = webmOf({ width: 320, height: 240, fps: 10, frames });
  expect(durationOf({ fps: 10, frames })).toBe(2500);
  expect(film.toString('hex').split('1f43b675')).toHaveLength(4);
});
