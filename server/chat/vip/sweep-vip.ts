import { and, eq, inArray, isNull, lte, or } from 'drizzle-orm';
import { LOBBY_LOST_MS } from '#contract/chat/vip-calls.ts';
import { isVip } from '#contract/performers/status.ts';
import { onlinePerformers } from '#server/performers/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { chatSessions } from '../session/tables.ts';
import { endLapsedShow } from './away.ts';
import { runningShow } from './reads.ts';
import { leaveLostVip, stopVipWithChat } from './stop-vip.ts';
import { chatLobby, vipRequests } from './tables.ts';
import { declinePending } from './transitions.ts';

/**
 * Runs once a second: expires requests, closes what a dead process left open, and removes viewers who stopped waiting.
 */
export async function sweepVip(deps: Deps): Promise<void> {
  const now = deps.now();
  await endOverdue(deps, now);
  await closeEnded(deps);
  for (const [id, status] of await onlinePerformers(deps))
    if (isVip(status) && !(await runningShow(deps.db, id))) await leaveLostVip(deps, id);
  await deps.db.delete(chatLobby).where(lte(chatLobby.seenAt, new Date(now.getTime() - LOBBY_LOST_MS)));
}

/** Requests without an answer in time, and shows whose member has not come back in time. */
async function endOverdue(deps: Deps, now: Date): Promise<void> {
  const isExpired = lte(vipRequests.expiresAt, now);
  const overdue = await deps.db
    .select({ state: vipRequests.state, performerId: vipRequests.performerId })
    .from(vipRequests)
    .where(
      or(
        and(eq(vipRequests.state, 'pending'), isExpired),
        and(eq(vipRequests.state, 'accepted'), lte(vipRequests.awayUntil, now)),
      ),
    );
  if (overdue.some(({ state }) => state === 'pending'))
    await deps.db.transaction((tx) => declinePending(deps, tx, isExpired, 'expired'));
  for (const { state, performerId } of overdue)
    if (state === 'accepted') await endLapsedShow(deps, performerId);
}

/** ms after a chat's end within which the process that ended it has handled its show. */
const CLOSING_MS = 2000;

/** Shows and requests whose chat ended without them because its process died in between. */
async function closeEnded(deps: Deps): Promise<void> {
  const left = await deps.db
    .select({ id: chatSessions.id, reason: chatSessions.endReason })
    .from(vipRequests)
    .innerJoin(chatSessions, eq(chatSessions.id, vipRequests.sessionId))
    .where(
      and(
        inArray(vipRequests.state, ['pending', 'accepted']),
        isNull(vipRequests.awayUntil),
        eq(chatSessions.state, 'ended'),
        lte(chatSessions.endedAt, new Date(deps.now().getTime() - CLOSING_MS)),
      ),
    );
  for (const { id, reason } of left) await stopVipWithChat(deps, id, reason ?? 'default', false);
}
