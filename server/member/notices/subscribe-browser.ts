import { and, desc, eq, notInArray } from 'drizzle-orm';
import type { ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { subscribeBrowser as call } from '#contract/member/notices/notice-calls.ts';
import { BROWSERS_MOST } from '#contract/member/notices/notices.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { members } from '../tables.ts';
import { browserSubscriptions } from './tables.ts';

/**
 * A browser belongs to one member: the one who subscribed last. Throws `badRequest.notFound` without VAPID keys, and
 * `badRequest.invalid.input` for a push service the operator does not accept.
 */
export async function subscribeBrowser(
  deps: Deps,
  caller: Caller,
  { messages, ...browser }: ParsedInput<typeof call>,
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
