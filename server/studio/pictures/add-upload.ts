import { createHash } from 'node:crypto';
import { AppError } from '#contract/errors.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { PerformerCaller } from '#server/identity/caller.ts';
import { storageKeyOf } from '#server/media/images/originals.ts';
import { filmRef, type ItemRow, pictureRef } from '#server/media/images/refs.ts';
import { versionOf } from '#server/media/images/store.ts';
import { drawPicture, drawPoster, type PicturePlace } from '#server/media/uploads/draw-picture.ts';
import { rewriteFilm } from '#server/media/uploads/film/rewrite-film.ts';
import { nextPosition } from '#server/media/uploads/own-albums.ts';
import {
  findUpload,
  holdItem,
  insertItem,
  type NewItem,
  type Target,
} from '#server/media/uploads/own-items.ts';
import { letWait } from '#server/media/uploads/transitions.ts';
import { holdPerformer } from '#server/performers/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { pictureKey } from './change-pictures.ts';
import { publishItem } from './decide-picture.ts';

type Drawn = Omit<NewItem, 'performerId' | 'place' | 'albumId' | 'position' | 'hash'>;

interface Upload {
  readonly target: Target;
  /** Of the file as received. */
  readonly hash: string;
  readonly draw: () => Promise<{ values: Drawn; store: (row: ItemRow) => Promise<void> }>;
}

/** Adds a picture. Returns its id, also if the same file was added before. Throws like `drawPicture`. */
export function addPicture(
  deps: Deps,
  caller: PerformerCaller,
  { target, file }: { target: Target & { place: PicturePlace }; file: Uint8Array },
): Promise<number> {
  return add(deps, caller, {
    target,
    hash: createHash('sha256').update(file).digest('hex'),
    draw: async () => {
      const { content, width, height, color } = await drawPicture(deps, file, target.place);
      return {
        values: { kind: 'picture', version: versionOf(content.bytes), width, height, color },
        store: (row) => deps.storage.put(storageKeyOf(pictureRef(row)), content),
      };
    },
  });
}

export interface ReceivedFilm {
  readonly target: Target & { place: 'album' | 'film' };
  /** Path of the received file, and of the one that is written anew. */
  readonly file: string;
  readonly rewritten: string;
  readonly hash: string;
  readonly poster: Uint8Array | null;
}

/** The same for a film. Throws like `rewriteFilm`. */
export function addFilm(
  deps: Deps,
  caller: PerformerCaller,
  { target, file, rewritten, hash, poster }: ReceivedFilm,
): Promise<number> {
  return add(deps, caller, {
    target,
    hash,
    draw: async () => {
      const files = { from: file, to: rewritten, place: target.place };
      const { content, format, durationMs, width, height } = await rewriteFilm(deps, files);
      const still = await drawPoster(deps, poster, { width, height });
      const version = hash.slice(0, 8);
      return {
        values: { kind: 'video', version, width, height, color: still.color, format, durationMs },
        store: async (row) => {
          await deps.storage.put(storageKeyOf(pictureRef(row)), still.content);
          await deps.storage.put(storageKeyOf(filmRef(row)), content);
        },
      };
    },
  });
}

/** The row is there before its files, so that the sweep finds files of an upload that failed. */
async function add(deps: Deps, caller: PerformerCaller, { target, hash, draw }: Upload): Promise<number> {
  const known = await findUpload(deps.db, target, hash);
  if (known && known.state !== 'storing') return known.id;
  const { performerId, place, album } = target;
  const { values, store } = await draw();
  const row = await deps.db.transaction(async (tx) => {
    await hold(tx, performerId);
    const same = await findUpload(tx, target, hash);
    if (same) return same;
    const position = album === null ? 0 : await nextPosition(tx, { performerId, album });
    const at = { performerId, place, albumId: album, position, hash };
    return insertItem(tx, { ...values, ...at, addedAt: deps.now(), changedAt: deps.now() });
  });
  if (row.state !== 'storing') return row.id;
  await store(row);
  await finish(deps, caller, row);
  return row.id;
}

async function finish(
  deps: Deps,
  caller: PerformerCaller,
  { id, performerId, place }: ItemRow,
): Promise<void> {
  const at = deps.now();
  await deps.db.transaction(async (tx) => {
    await hold(tx, performerId);
    const row = await holdItem(tx, { performerId, item: id }, 'storing');
    // Finished by the same upload, sent twice.
    if (!row) return;
    if (deps.config.mediaReview) await letWait(deps, tx, id);
    else await publishItem(deps, tx, row);
    await recordAct(tx, caller, { act: 'picture.added', subject: pictureKey(id), at });
    tx.afterCommit(() => deps.events.record('picture.added', { performer: performerId, place }));
  });
}

async function hold(tx: Parameters<typeof holdPerformer>[0], performerId: number): Promise<void> {
  if (!(await holdPerformer(tx, performerId, 'no key update'))) throw new AppError('badRequest.unauthorized');
}

/** Checked before anything is read. Throws `badRequest.notFound` and `badRequest.album.full`. */
export async function requireRoom(deps: Pick<Deps, 'db'>, { performerId, album }: Target): Promise<void> {
  if (album !== null) await nextPosition(deps.db, { performerId, album });
}
