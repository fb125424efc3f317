import { and, desc, eq, inArray, lte, not, notInArray } from 'drizzle-orm';
import type { ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type {
  subscribeBrowser as subscribeBrowserCall,
  unsubscribeBrowser as unsubscribeBrowserCall,
} from '#contract/member/notices/notice-calls.ts';
import { BROWSERS_MOST } from '#contract/member/notices/notices.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import { sessions } from '#server/identity/tables.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { browserSubscriptions, members } from '../tables.ts';
import { isSubscribed } from './reads.ts';

/**
 * A browser belongs to one member: the one who subscribed last. Throws `badRequest.notFound` without VAPID keys, and
 * `badRequest.invalid.input` for a push service the operator does not accept.
 */
export async function subscribeBrowser(
  deps: Deps,
  caller: Caller,
  { messages, ...browser }: ParsedInput<typeof subscribeBrowserCall>,
): Promise<true> {
  const { memberId, sessionId } = requireMember(caller);
  if (!deps.webPush) throw new AppError('badRequest.notFound');
  await deps.limits.take('notices', `member ${memberId}`);
  if (!deps.webPush.accepts(browser))
    throw new AppError('badRequest.invalid.input', { fields: ['endpoint'] });
  const at = deps.now();
  const named = { ...browser.keys, memberId, sessionId, renewedAt: at, messages };
  await deps.db.transaction(async (tx) => {
    // Serializes subscriptions, so that the oldest is deleted if there are too many.
    await tx.select({ id: members.id }).from(members).where(eq(members.id, memberId)).for('no key update');
    await tx
      .insert(browserSubscriptions)
      .values({ endpoint: browser.endpoint, ...named, createdAt: at })
      .onConflictDoUpdate({ target: browserSubscriptions.endpoint, set: named });
    await keepNewest(tx, memberId);
  });
  return true;
}

async function keepNewest(tx: Tx, memberId: number): Promise<void> {
  const kept = await tx
    .select({ id: browserSubscriptions.id })
    .from(browserSubscriptions)
    .where(eq(browserSubscriptions.memberId, memberId))
    .orderBy(desc(browserSubscriptions.renewedAt), desc(browserSubscriptions.id))
    .limit(BROWSERS_MOST);
  const ids = kept.map(({ id }) => id);
  await tx
    .delete(browserSubscriptions)
    .where(and(eq(browserSubscriptions.memberId, memberId), notInArray(browserSubscriptions.id, ids)));
}

/** Only the caller's own subscription; another member's is unchanged. */
export async function unsubscribeBrowser(
  { db }: Deps,
  caller: Caller,
  { endpoint }: ParsedInput<typeof unsubscribeBrowserCall>,
): Promise<true> {
  const { memberId } = requireMember(caller);
  await db
    .delete(browserSubscriptions)
    .where(and(eq(browserSubscriptions.endpoint, endpoint), eq(browserSubscriptions.memberId, memberId)));
  return true;
}

/** Null without VAPID keys. */
export async function readNoticeKey({ webPush }: Deps, caller: Caller): Promise<{ key: string | null }> {
  requireMember(caller);
  return { key: webPush?.publicKey ?? null };
}

/** Deletes browsers that were logged out or not renewed for 60 days. */
export async function sweepSubscriptions({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const counts = isSubscribed(db, now());
  if (counts) await db.delete(browserSubscriptions).where(not(counts));
}

/**
 * When a member logs out, deletes the browsers whose login has expired: one of them may be this browser, under a later
 * login.
 */
export async function forgetRunOut(
  db: Pick<Db, 'select' | 'delete'>,
  memberId: number,
  now: Date,
): Promise<void> {
  const runOut = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.memberId, memberId), lte(sessions.expiresAt, now)));
  await db
    .delete(browserSubscriptions)
    .where(and(eq(browserSubscriptions.memberId, memberId), inArray(browserSubscriptions.sessionId, runOut)));
}
