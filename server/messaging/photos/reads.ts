import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import { type Attachment, photoIdSchema } from '#contract/messaging/photo-calls.ts';
import type { RawAnswer, RawRequest } from '#server/calls/raw-route.ts';
import type { Db } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { isPartyTo, type Party, readerOf } from '../party.ts';
import { isOwnSide, ownSide } from '../reads.ts';
import { conversations, photos, privateMessages } from '../tables.ts';
import { holdsFor, photoUrl, readFile } from './photo-files.ts';

type Reader = Pick<Db, 'select'>;

export type SentPhoto = Pick<typeof photos.$inferSelect, 'id' | 'width' | 'height' | 'preview'>;

/** Photos by message id. */
export async function photosOf(
  db: Reader,
  messages: readonly { readonly id: number; readonly isMedia: boolean }[],
): Promise<Map<number, SentPhoto>> {
  const ids = messages.filter(({ isMedia }) => isMedia).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const { id, width, height, preview, messageId } = photos;
  const rows = await db
    .select({ id, width, height, preview, messageId })
    .from(photos)
    .where(inArray(messageId, ids));
  return new Map(rows.map(({ messageId, ...photo }) => [messageId ?? 0, photo]));
}

export const toAttachment = (
  deps: Pick<Deps, 'config' | 'now'>,
  reader: Party,
  { id, preview, width, height }: SentPhoto,
): Attachment => ({ url: photoUrl(deps, reader, id), preview, width, height });

const ofMessagesOf = (db: Reader, party: Party) =>
  db
    .select({ id: photos.id, hash: photos.hash })
    .from(photos)
    .innerJoin(privateMessages, eq(privateMessages.id, photos.messageId))
    .innerJoin(conversations, eq(conversations.id, privateMessages.conversationId))
    .innerJoin(ownSide, isOwnSide(party));

const isSeenBy = (party: Party) => and(isPartyTo(party), gt(privateMessages.seq, ownSide.deletedSeq));

/** The hash of a photo that the party may see; null otherwise. */
async function shownPhoto(db: Reader, party: Party, id: string): Promise<{ hash: string } | null> {
  const [row] = await ofMessagesOf(db, party).where(and(eq(photos.id, id), isSeenBy(party)));
  return row ?? null;
}

/** All photos the party sent or received and can still see. */
export const allPhotosOf = (db: Reader, party: Party): Promise<{ id: string; hash: string }[]> =>
  ofMessagesOf(db, party).where(isSeenBy(party)).orderBy(asc(privateMessages.id));

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
