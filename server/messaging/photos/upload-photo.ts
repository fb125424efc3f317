import sharp from 'sharp';
import { AppError } from '#contract/errors.ts';
import {
  PHOTO_EDGE,
  PHOTO_MAX_BYTES,
  refuseUndecoded,
  type UploadedPhoto,
} from '#contract/messaging/photo-calls.ts';
import { requireFeature } from '#server/calls/handler.ts';
import { isDiskFull } from '#server/db/opening/open-pglite.ts';
import type { Caller } from '#server/identity/caller.ts';
import { createRedraw, type Redrawn } from '#server/media/images/redraw.ts';
import type { Deps } from '#server/ports/deps.ts';
import { partyOf } from '../party.ts';
import { photos } from '../tables.ts';
import { keepFile } from './photo-files.ts';

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

/** Longest edge of the blurred preview, in px. */
const PREVIEW_EDGE = 24;

/** JPEG. */
interface DrawnPhoto extends Redrawn {
  /** A `data:` URL of some 150 bytes. */
  preview: string;
}

const redraw = createRedraw({ formats: ['jpeg'], refuseUndecoded });

/** Redraws a JPEG at most `PHOTO_EDGE` px long. Throws as `redraw` does. */
export async function drawPhoto({ scan }: Pick<Deps, 'scan'>, file: Uint8Array): Promise<DrawnPhoto> {
  const drawn = await redraw(
    scan,
    file,
    () => (picture) =>
      picture
        .resize({ width: PHOTO_EDGE, height: PHOTO_EDGE, fit: 'inside', withoutEnlargement: true })
        .jpeg({ quality: 82, mozjpeg: true }),
  );
  const preview = await sharp(drawn.content.bytes)
    .resize({ width: PREVIEW_EDGE, height: PREVIEW_EDGE, fit: 'inside' })
    .blur(1)
    .webp({ quality: 40 })
    .toBuffer();
  return { ...drawn, preview: `data:image/webp;base64,${preview.toString('base64')}` };
}
