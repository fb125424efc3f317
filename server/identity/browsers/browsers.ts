import { and, desc, eq, exists, gt, inArray, isNull, lte, not, notInArray, type SQL, sql } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import type { Browser } from '#contract/member/notices/notice-calls.ts';
import { BROWSERS_MOST, type BrowserNotice, SUBSCRIPTION_MS } from '#contract/member/notices/notices.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { WebPushMessage } from '#server/ports/gateways.ts';
import { keyOfOwner, type Session } from '../sessions.ts';
import { browserSubscriptions, sessions } from '../tables.ts';

export type BrowserRow = typeof browserSubscriptions.$inferSelect;

/** Who is told in a browser. */
export type BrowserOwner =
  | { readonly kind: 'member'; readonly memberId: number }
  | { readonly kind: 'performer'; readonly performerId: number };

/** SQL condition. */
export const isBrowserOf = (owner: BrowserOwner): SQL =>
  owner.kind === 'member'
    ? eq(browserSubscriptions.memberId, owner.memberId)
    : eq(browserSubscriptions.performerId, owner.performerId);

/** SQL condition: renewed in time by a login that was not ended. A login that merely expired keeps the subscription. */
export const isSubscribed = (db: Pick<Db, 'select'>, now: Date): SQL | undefined =>
  and(
    gt(browserSubscriptions.renewedAt, new Date(now.getTime() - SUBSCRIPTION_MS)),
    exists(
      db
        .select({ one: sql`1` })
        .from(sessions)
        .where(and(eq(sessions.id, browserSubscriptions.sessionId), isNull(sessions.endedAt))),
    ),
  );

interface Keeping {
  readonly browser: Browser;
  /** Whether it is told of messages. */
  readonly messages: boolean;
  /** Locks the owner's row: serializes subscriptions, so that the oldest is deleted if there are too many. */
  hold(tx: Tx): Promise<unknown>;
}

/**
 * A browser belongs to one owner: the one who subscribed last. Throws `badRequest.notFound` without VAPID keys, and
 * `badRequest.invalid.input` for a push service the operator does not accept.
 */
export async function keepBrowser(
  deps: Deps,
  owner: BrowserOwner & Pick<Session, 'sessionId'>,
  { browser: { endpoint, keys }, messages, hold }: Keeping,
): Promise<void> {
  if (!deps.webPush) throw new AppError('badRequest.notFound');
  await deps.limits.take('notices', keyOfOwner(owner));
  if (!deps.webPush.accepts({ endpoint, keys }))
    throw new AppError('badRequest.invalid.input', { fields: ['endpoint'] });
  const at = deps.now();
  const named = {
    ...keys,
    memberId: owner.kind === 'member' ? owner.memberId : null,
    performerId: owner.kind === 'performer' ? owner.performerId : null,
    sessionId: owner.sessionId,
    renewedAt: at,
    messages,
  };
  await deps.db.transaction(async (tx) => {
    await hold(tx);
    await tx
      .insert(browserSubscriptions)
      .values({ endpoint, ...named, createdAt: at })
      .onConflictDoUpdate({ target: browserSubscriptions.endpoint, set: named });
    await keepNewest(tx, owner);
  });
}

async function keepNewest(tx: Tx, owner: BrowserOwner): Promise<void> {
  const kept = await tx
    .select({ id: browserSubscriptions.id })
    .from(browserSubscriptions)
    .where(isBrowserOf(owner))
    .orderBy(desc(browserSubscriptions.renewedAt), desc(browserSubscriptions.id))
    .limit(BROWSERS_MOST);
  const ids = kept.map(({ id }) => id);
  await tx
    .delete(browserSubscriptions)
    .where(and(isBrowserOf(owner), notInArray(browserSubscriptions.id, ids)));
}

/** Continues a subscription with the caller's login; returns false if the owner has none in this browser (any more). */
export async function renewBrowser(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  owner: BrowserOwner & Pick<Session, 'sessionId'>,
  { endpoint, keys }: Browser,
): Promise<boolean> {
  const at = now();
  const renewed = await db
    .update(browserSubscriptions)
    .set({ ...keys, sessionId: owner.sessionId, renewedAt: at })
    .where(and(eq(browserSubscriptions.endpoint, endpoint), isBrowserOf(owner), isSubscribed(db, at)))
    .returning({ id: browserSubscriptions.id });
  return renewed.length > 0;
}

/** Only the owner's own; another's is unchanged. */
export async function removeBrowser(
  { db }: Pick<Deps, 'db'>,
  owner: BrowserOwner,
  endpoint: string,
): Promise<void> {
  await db
    .delete(browserSubscriptions)
    .where(and(eq(browserSubscriptions.endpoint, endpoint), isBrowserOf(owner)));
}

export async function eraseBrowsers(tx: Pick<Tx, 'delete'>, owner: BrowserOwner): Promise<void> {
  await tx.delete(browserSubscriptions).where(isBrowserOf(owner));
}

/** The browsers in which the owner is told now. */
export const browsersOf = (db: Pick<Db, 'select'>, owner: BrowserOwner, now: Date): Promise<BrowserRow[]> =>
  db
    .select()
    .from(browserSubscriptions)
    .where(and(isBrowserOf(owner), isSubscribed(db, now)));

/** Null if the subscription has ended. */
export async function readBrowser(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  id: number,
): Promise<BrowserRow | null> {
  const [row] = await db
    .select()
    .from(browserSubscriptions)
    .where(and(eq(browserSubscriptions.id, id), isSubscribed(db, now())));
  return row ?? null;
}

/** Deletes a browser that its push service no longer knows. Throws if the service refused, so that it is retried. */
export async function sendToBrowser(
  { db, webPush, events }: Pick<Deps, 'db' | 'webPush' | 'events'>,
  { id, endpoint, p256dh, auth }: BrowserRow,
  { notice, ...message }: Pick<WebPushMessage, 'ttl' | 'urgency'> & { readonly notice: BrowserNotice },
): Promise<void> {
  if (!webPush) return;
  const browser = { endpoint, keys: { p256dh, auth } };
  const outcome = await webPush.send(browser, {
    ...message,
    text: JSON.stringify(notice),
    topic: notice.tag,
  });
  if (outcome === 'gone') await db.delete(browserSubscriptions).where(eq(browserSubscriptions.id, id));
  events.record(outcome === 'gone' ? 'notice.gone' : 'notice.sent');
}

/** Deletes browsers that were logged out or not renewed for 60 days. */
export async function sweepBrowsers({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const counts = isSubscribed(db, now());
  if (counts) await db.delete(browserSubscriptions).where(not(counts));
}

/**
 * When an owner logs out, deletes the browsers whose login has expired: one of them may be this browser, under a later
 * login.
 */
export async function forgetRunOut(
  db: Pick<Db, 'select' | 'delete'>,
  owner: BrowserOwner,
  now: Date,
): Promise<void> {
  const isTheirs =
    owner.kind === 'member'
      ? eq(sessions.memberId, owner.memberId)
      : eq(sessions.performerId, owner.performerId);
  const runOut = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(isTheirs, lte(sessions.expiresAt, now)));
  await db
    .delete(browserSubscriptions)
    .where(and(isBrowserOf(owner), inArray(browserSubscriptions.sessionId, runOut)));
}
