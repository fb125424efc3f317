import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import type {
  addAlbum as addAlbumCall,
  orderAlbums as orderAlbumsCall,
  removeAlbum as removeAlbumCall,
  saveAlbum as saveAlbumCall,
} from '#contract/studio/picture-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import { deleteAlbum, insertAlbum, placeAlbums, renameAlbum } from '#server/media/uploads/own-albums.ts';
import type { Deps } from '#server/ports/deps.ts';
import { albumKey, changePictures, requireClean, requireOwn } from './change-pictures.ts';

/** Throws `badRequest.album.full` and `badRequest.profile.words`. */
export async function addAlbum(
  deps: Deps,
  caller: Caller,
  { title }: ParsedInput<typeof addAlbumCall>,
): Promise<OutputOf<typeof addAlbumCall>> {
  requireClean(deps, title);
  return changePictures(deps, caller, {
    act: 'album.added',
    change: async (tx, performerId) => {
      const { album, added } = await insertAlbum(tx, { performerId, title });
      return { result: { album }, subject: added ? albumKey(album) : null };
    },
  });
}

/** Throws `badRequest.notFound` for an album that is not hers, and `badRequest.profile.words`. */
export async function saveAlbum(
  deps: Deps,
  caller: Caller,
  { album, title }: ParsedInput<typeof saveAlbumCall>,
): Promise<true> {
  requireClean(deps, title);
  return changePictures(deps, caller, {
    act: 'album.changed',
    change: async (tx, performerId) => {
      const changed = requireOwn(await renameAlbum(tx, { performerId, album, title }));
      return { result: true, subject: changed ? albumKey(album) : null };
    },
  });
}

/** Albums of others are ignored. */
export async function orderAlbums(
  deps: Deps,
  caller: Caller,
  { albums }: ParsedInput<typeof orderAlbumsCall>,
): Promise<true> {
  return changePictures(deps, caller, {
    act: 'album.changed',
    change: async (tx, performerId) => {
      const changed = await placeAlbums(tx, { performerId, wanted: albums });
      return { result: true, subject: changed ? `performer:${performerId}` : null };
    },
  });
}

export async function removeAlbum(
  deps: Deps,
  caller: Caller,
  { album }: ParsedInput<typeof removeAlbumCall>,
): Promise<true> {
  return changePictures(deps, caller, {
    act: 'album.removed',
    change: async (tx, performerId) => {
      const removed = await deleteAlbum(deps, tx, { performerId, album });
      return { result: true, subject: removed ? albumKey(album) : null };
    },
  });
}
