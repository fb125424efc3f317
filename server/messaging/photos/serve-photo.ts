import { AppError } from '#contract/errors.ts';
import { photoIdSchema } from '#contract/messaging/photo-calls.ts';
import type { RawAnswer, RawRequest } from '#server/calls/raw-route.ts';
import type { Deps } from '#server/ports/deps.ts';
import { readerOf } from '../party.ts';
import { readFile } from './photo-files.ts';
import { holdsFor } from './photo-url.ts';
import { shownPhoto } from './reads.ts';

/**
 * Requires a valid URL, its reader's login and a conversation they can still see. Throws `badRequest.unauthorized`, and
 * `badRequest.notFound` for anything that is not the caller's.
 */
export async function servePhoto(deps: Deps, { caller, params, query }: RawRequest): Promise<RawAnswer> {
  const reader = await readerOf(deps, caller);
  const { data: id } = photoIdSchema.safeParse(params['id']);
  const left = id === undefined ? null : holdsFor(deps, reader, { id, query });
  if (id === undefined || left === null) throw new AppError('badRequest.notFound');
  const photo = await shownPhoto(deps.db, reader, id);
  const body = photo && (await readFile(deps, photo.hash));
  if (!body) throw new AppError('badRequest.notFound');
  return {
    status: 200,
    headers: {
      'Content-Type': 'image/jpeg',
      'Content-Disposition': 'inline; filename="photo.jpg"',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      // The API may be on another host of the same site.
      'Cross-Origin-Resource-Policy': 'same-site',
      'Cache-Control': `private, max-age=${left}`,
    },
    body,
  };
}
