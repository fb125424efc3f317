import { AppError } from '#contract/errors.ts';
import { PHOTO_MAX_BYTES, type UploadedPhoto } from '#contract/messaging/photo-calls.ts';
import { requireFeature } from '#server/calls/require-feature.ts';
import { isDiskFull } from '#server/db/disk.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { partyOf } from '../party.ts';
import { drawPhoto } from './draw-photo.ts';
import { keepFile } from './photo-files.ts';
import { photos } from './tables.ts';

/**
 * Also for performers. Throws as `Scan` does, `badRequest.image.notAllowed`, `.damaged` and `.tooBig`, and `UNAVAILABLE`
 * if too many are waiting or the disk is full.
 */
export async function uploadPhoto(
  deps: Deps,
  caller: Caller,
  { file }: { readonly file: Uint8Array },
): Promise<UploadedPhoto> {
  requireFeature(deps, 'messenger');
  const party = partyOf(caller);
  if (file.byteLength > PHOTO_MAX_BYTES) throw new AppError('badRequest.image.tooBig');
  const { config, db, newId, now } = deps;
  // The database is on the same disk.
  if (config.storage.kind === 'folder' && (await isDiskFull(config.dataDir)))
    throw new AppError('UNAVAILABLE');
  const { content, width, height, preview } = await drawPhoto(deps, file);
  const hash = await keepFile(deps, content);
  const id = newId();
  const owner = party.side === 'member' ? { memberId: party.id } : { performerId: party.id };
  await db.insert(photos).values({ id, ...owner, hash, width, height, preview, uploadedAt: now() });
  deps.events.record('photo.uploaded', { by: party.side, bytes: content.bytes.byteLength });
  return { photo: id, width, height };
}
