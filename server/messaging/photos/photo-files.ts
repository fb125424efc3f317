import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { and, eq, inArray, isNull, lt, lte, min, notExists, type SQL } from 'drizzle-orm';
import { apiBases } from '#contract/endpoint.ts';
import type { Side } from '#contract/messaging/messages.ts';
import type { CleanBytes } from '#server/ports/clean-file.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { type Party, keyOf as partyKey } from '../party.ts';
import { conversationSides, photoFiles, photos, privateMessages, reportedMessages } from '../tables.ts';

/** ms for which an unused file is kept: an upload of the same bytes may be under way. */
const SPARED_MS = 3_600_000;
/** Files per run. */
const BATCH = 200;

type FileDeps = Pick<Deps, 'db' | 'storage' | 'now'>;

const keyOf = (hash: string): string => `photos/${hash.slice(0, 2)}/${hash}.jpg`;

/** Stores the content and returns its hash. A photo that refers to it must be inserted within an hour. */
export async function keepFile({ db, storage, now }: FileDeps, content: CleanBytes): Promise<string> {
  const hash = createHash('sha256').update(content.bytes).digest('hex');
  // The row first: this waits for a sweep that is deleting the file.
  await db
    .insert(photoFiles)
    .values({ hash, bytes: content.bytes.byteLength, keptAt: now() })
    .onConflictDoUpdate({ target: photoFiles.hash, set: { keptAt: now() } });
  if (!(await storage.has(keyOf(hash)))) await storage.put(keyOf(hash), content);
  return hash;
}

export const readFile = ({ storage }: Pick<Deps, 'storage'>, hash: string) => storage.get(keyOf(hash));

/** Deletes files without a photo or report. Returns their number. */
export async function removeUnusedFiles(deps: FileDeps): Promise<number> {
  const { db, storage, now } = deps;
  const before = new Date(now().getTime() - SPARED_MS);
  const unused = await db
    .select({ hash: photoFiles.hash })
    .from(photoFiles)
    .where(isUnused(deps, before))
    .limit(BATCH);
  let removed = 0;
  for (const { hash } of unused)
    await db.transaction(async (tx) => {
      const gone = await tx
        .delete(photoFiles)
        .where(and(eq(photoFiles.hash, hash), isUnused(deps, before)))
        .returning();
      if (gone.length === 0) return;
      // In the transaction: if it fails, the row stays for the next run.
      await storage.delete(keyOf(hash));
      removed += 1;
    });
  return removed;
}

const isUnused = ({ db }: FileDeps, before: Date): SQL | undefined =>
  and(
    lt(photoFiles.keptAt, before),
    notExists(db.select({ id: photos.id }).from(photos).where(eq(photos.hash, photoFiles.hash))),
    notExists(
      db
        .select({ seq: reportedMessages.seq })
        .from(reportedMessages)
        .where(eq(reportedMessages.photoHash, photoFiles.hash)),
    ),
  );

/** ms within which an uploaded photo must be sent. */
export const UNSENT_MS = 24 * 3_600_000;

/** Deletes uploads that were not sent within a day, and unused files. Returns the number of files. */
export async function sweepPhotos(deps: Deps): Promise<number> {
  const before = new Date(deps.now().getTime() - UNSENT_MS);
  await deps.db.delete(photos).where(and(isNull(photos.messageId), lt(photos.uploadedAt, before)));
  return removeUnusedFiles(deps);
}

/** Deletes photos of messages that both sides have deleted. */
export async function forgetPhotos(tx: Tx, conversationId: number): Promise<void> {
  const [sides] = await tx
    .select({ deleted: min(conversationSides.deletedSeq) })
    .from(conversationSides)
    .where(eq(conversationSides.conversationId, conversationId));
  const unseen = tx
    .select({ id: privateMessages.id })
    .from(privateMessages)
    .where(
      and(
        eq(privateMessages.conversationId, conversationId),
        lte(privateMessages.seq, sides?.deleted ?? 0),
        eq(privateMessages.isMedia, true),
      ),
    );
  await tx.delete(photos).where(inArray(photos.messageId, unseen));
}

type UrlDeps = Pick<Deps, 'config' | 'now'>;

const HOUR_S = 3600;

const bases: Readonly<Record<Side, string>> = { member: apiBases.messaging, performer: apiBases.studio };

/** Route pattern in Hono's notation. */
export const photoRoute = (side: Side): string => `${bases[side]}/inbox/photo/:id`;

const secondOf = (now: Date): number => Math.floor(now.getTime() / 1000);

/** Signature for this reader only. */
const sign = (secret: string, id: string, { reader, until }: { reader: Party; until: number }): string =>
  createHmac('sha256', secret)
    .update(`photo ${id} ${partyKey(reader)} ${until}`)
    .digest('base64url');

/** Valid for one to two hours. The URL stays the same for an hour, so that browsers cache the picture. */
export function photoUrl({ config, now }: UrlDeps, reader: Party, id: string): string {
  const until = (Math.floor(secondOf(now()) / HOUR_S) + 2) * HOUR_S;
  const query = new URLSearchParams({
    // An <img> cannot send a header.
    'api-key': config.apiKey,
    until: String(until),
    signature: sign(config.secret, id, { reader, until }),
  });
  return `${photoRoute(reader.side).replace(':id', id)}?${query}`;
}

/** Seconds for which a photo URL is still valid; null if it is forged, another reader’s or expired. */
export function holdsFor(
  { config, now }: UrlDeps,
  reader: Party,
  { id, query }: { readonly id: string; readonly query: URLSearchParams },
): number | null {
  const until = Number(query.get('until'));
  const signature = Buffer.from(query.get('signature') ?? '');
  const ours = Buffer.from(sign(config.secret, id, { reader, until }));
  if (signature.length !== ours.length || !timingSafeEqual(signature, ours)) return null;
  const left = until - secondOf(now());
  return left > 0 ? left : null;
}
