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
import { durationOf, webmOf } from './webm.ts';

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
