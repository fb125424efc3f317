import type { Sitter } from '#demo/portrait/palette.ts';
import { imageKinds } from '#server/media/images/image-url.ts';
import { storeImage, versionOf } from '#server/media/images/store.ts';
import { albumItems, albums } from '#server/media/tables.ts';
import { addWork } from '#server/outbox/work.ts';
import { CleanBytes } from '#server/ports/clean-file.ts';
import type { Deps } from '#server/ports/deps.ts';
import { type Drawing, drawAlbum } from './draw.ts';
import { filmWork } from './make-film.ts';

/** The best-known performers have albums: the live cast two, some with a film. */
const FIRST = { title: { nl: 'In beeld', en: 'In the picture' }, many: 3 };
const SECOND = { title: { nl: 'Sfeer', en: 'Atmosphere' }, many: 2 };
const FILMS = 3;
/** In ms; a film takes seconds of CPU time, and the first visitors have priority. */
const FILM_AFTER_MS = 20_000;

type Seeding = Pick<Deps, 'db' | 'config' | 'now'>;
type Seeded = Sitter & { id: number };

/** Draws albums; films are made by the outbox. */
export async function seedAlbums(deps: Seeding, performers: readonly Seeded[], live: number): Promise<void> {
  for (const [index, performer] of performers.entries()) {
    const drawings = drawAlbum(performer, FIRST.many + SECOND.many);
    await seedAlbum(deps, performer.id, { ...FIRST, position: 1, drawings: drawings.slice(0, FIRST.many) });
    if (index >= live) continue;
    const rest = drawings.slice(FIRST.many);
    const albumId = await seedAlbum(deps, performer.id, { ...SECOND, position: 2, drawings: rest });
    if (index >= FILMS) continue;
    const { username, gender, hairColor, ethnicity, eyeColor = '', physique = '' } = performer;
    const sitter = { username, gender, hairColor, ethnicity, eyeColor, physique };
    const runAt = new Date(deps.now().getTime() + FILM_AFTER_MS);
    const payload = { albumId, position: rest.length + 1, sitter };
    await deps.db.transaction((tx) => addWork(tx, filmWork, { payload, runAt }));
  }
}

async function seedAlbum(
  deps: Seeding,
  performerId: number,
  album: { title: Record<string, string>; position: number; drawings: readonly Drawing[] },
): Promise<number> {
  const { title, position, drawings } = album;
  const [row] = await deps.db
    .insert(albums)
    .values({ performerId, position, title })
    .returning({ id: albums.id });
  const albumId = row?.id ?? 0;
  const items = await deps.db
    .insert(albumItems)
    .values(
      drawings.map(({ svg, width, height, color, caption }, index) => ({
        performerId,
        albumId,
        position: index + 1,
        kind: 'picture' as const,
        version: versionOf(svg),
        width,
        height,
        color,
        caption,
        nonude: true,
      })),
    )
    .returning({ id: albumItems.id, position: albumItems.position });
  await Promise.all(
    items.map(({ id, position: place }) => {
      const svg = drawings[place - 1]?.svg ?? '';
      return storeImage(deps.config.dataDir, { kind: imageKinds.album, id }, new CleanBytes(svg));
    }),
  );
  return albumId;
}
