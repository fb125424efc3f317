import { pictureOfKeyFrame } from '@vonk/media/embedded';
import { and, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { z } from 'zod';
import { CLIP_HEIGHT, CLIP_WIDTH, FPS, makeScene } from '#demo/clip/scene.ts';
import type { Sitter } from '#demo/portrait/palette.ts';
import { placeholderColor } from '#demo/portraits.ts';
import { imageKinds } from '#server/media/images/image-url.ts';
import { storeImage, versionOf } from '#server/media/images/store.ts';
import { albumItems, albums } from '#server/media/tables.ts';
import type { WorkKind } from '#server/outbox/work.ts';
import { CleanBytes } from '#server/ports/clean-file.ts';
import type { Deps } from '#server/ports/deps.ts';

const SECONDS = 5;

interface FilmOrder {
  albumId: number;
  position: number;
  sitter: Sitter;
}

/** Work that makes a film for an album, after the start. */
export const filmWork: WorkKind<FilmOrder> = {
  kind: 'demo-film',
  payload: z.object({
    albumId: z.number().int(),
    position: z.number().int(),
    sitter: z.object({
      username: z.string(),
      gender: z.string(),
      hairColor: z.string(),
      ethnicity: z.string(),
      eyeColor: z.string(),
      physique: z.string(),
    }),
  }),
};

/** Makes a short film from the performer's clip and adds it to the album. Idempotent. */
export async function makeFilm(
  deps: Pick<Deps, 'config' | 'db'>,
  { albumId, position, sitter }: FilmOrder,
): Promise<void> {
  const at = and(eq(albumItems.albumId, albumId), eq(albumItems.position, position));
  const [known] = await deps.db.select({ id: albumItems.id }).from(albumItems).where(at);
  const [album] = await deps.db.select().from(albums).where(eq(albums.id, albumId));
  // The performer may have removed it.
  if (known || !album) return;
  const { performerId } = album;
  const scene = await makeScene(sitter);
  const frames: Buffer[] = [];
  for (let index = 0; index < SECONDS * FPS; index += 1) frames.push(await scene.render(index));
  const film = webmOf({ width: CLIP_WIDTH, height: CLIP_HEIGHT, fps: FPS, frames });
  const [poster = Buffer.alloc(0)] = frames;
  const version = versionOf(film);
  await deps.db.transaction(async (tx) => {
    const [row] = await tx
      .insert(albumItems)
      .values({
        performerId,
        albumId,
        position,
        version,
        kind: 'video',
        format: 'webm',
        width: CLIP_WIDTH,
        height: CLIP_HEIGHT,
        nonude: true,
        color: placeholderColor(sitter),
        durationMs: durationOf({ fps: FPS, frames }),
        caption: { nl: 'Even zwaaien', en: 'Saying hello' },
      })
      .returning({ id: albumItems.id });
    const { dataDir } = deps.config;
    const still = await sharp(pictureOfKeyFrame(poster)).webp({ quality: 80 }).toBuffer();
    await storeImage(dataDir, { kind: imageKinds.video, id: row?.id ?? 0, version }, new CleanBytes(film));
    await storeImage(dataDir, { kind: imageKinds.album, id: row?.id ?? 0, version }, new CleanBytes(still));
  });
}

/** A film that consists of VP8 key frames. */
interface Film {
  width: number;
  height: number;
  fps: number;
  frames: readonly Buffer[];
}

/** Length of a cluster in ms; a frame's time within it has 16 bits. */
const CLUSTER_MS = 1000;

/** Writes the film as a WebM container (Matroska, RFC 9559): header, track, and one cluster per second. */
export function webmOf({ width, height, fps, frames }: Film): Buffer {
  const times = frames.map((_, index) => Math.round((index * 1000) / fps));
  const info = element(0x1549a966, [
    number(0x2ad7b1, 1_000_000),
    float(0x4489, durationOf({ fps, frames })),
    text(0x4d80, 'demo'),
    text(0x5741, 'demo'),
  ]);
  const video = element(0xe0, [number(0xb0, width), number(0xba, height)]);
  const track = element(0xae, [
    number(0xd7, 1),
    number(0x73c5, 1),
    number(0x83, 1),
    number(0x9c, 0),
    text(0x86, 'V_VP8'),
    video,
  ]);
  const clusters = Array.from({ length: Math.ceil(durationOf({ fps, frames }) / CLUSTER_MS) }, (_, at) => {
    const start = at * CLUSTER_MS;
    const blocks = frames.flatMap((frame, index) => {
      const time = (times[index] ?? 0) - start;
      return time >= 0 && time < CLUSTER_MS ? [block(frame, time)] : [];
    });
    return element(0x1f43b675, [number(0xe7, start), ...blocks]);
  });
  const head = element(0x1a45dfa3, [
    number(0x4286, 1),
    number(0x42f7, 1),
    number(0x42f2, 4),
    number(0x42f3, 8),
    text(0x4282, 'webm'),
    number(0x4287, 4),
    number(0x4285, 2),
  ]);
  return Buffer.concat([head, element(0x18538067, [info, element(0x1654ae6b, [track]), ...clusters])]);
}

/** Length of the film in ms. */
export const durationOf = ({ fps, frames }: Pick<Film, 'fps' | 'frames'>): number =>
  Math.round((frames.length * 1000) / fps);

/** Track 1, a 16-bit time relative to the cluster, and the key frame flag. */
function block(frame: Buffer, time: number): Buffer {
  const head = Buffer.from([0x81, time >> 8, time & 0xff, 0x80]);
  return element(0xa3, [head, frame]);
}

function element(id: number, parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(content.length) | (1n << 56n));
  return Buffer.concat([bytesOf(id), size, content]);
}

const number = (id: number, value: number): Buffer => element(id, [bytesOf(value)]);
const text = (id: number, value: string): Buffer => element(id, [Buffer.from(value)]);

function float(id: number, value: number): Buffer {
  const content = Buffer.alloc(8);
  content.writeDoubleBE(value);
  return element(id, [content]);
}

function bytesOf(value: number): Buffer {
  const hex = value.toString(16);
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
}
