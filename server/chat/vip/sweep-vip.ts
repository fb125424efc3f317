import { and, eq, isNull, lte } from 'drizzle-orm';
import { LOBBY_LOST_MS } from '#contract/chat/lobby-calls.ts';
import { isVip } from '#contract/performers/status.ts';
import { eqFixed, inFixed } from '#server/db/fixed.ts';
import { onlinePerformers } from '#server/performers/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { chatSessions } from '../session/tables.ts';
import { announceVip } from './announce-vip.ts';
import { endLapsedShows } from './away.ts';
import { runningShow } from './reads.ts';
import { leaveLostVip, stopVipWithChat } from './stop-vip-with-chat.ts';
import { chatLobby, vipRequests } from './tables.ts';

/**
 * Runs once a second: expires requests, closes what a dead process left open, and removes viewers who stopped waiting.
 */
export async function sweepVip(deps: Deps): Promise<void> {
  const now = deps.now();
  const expired = await deps.db
    .update(vipRequests)
    .set({ state: 'declined', reason: 'expired', answeredAt: now })
    .where(and(eqFixed(vipRequests.state, 'pending'), lte(vipRequests.expiresAt, now)))
    .returning();
  await announceVip(deps, expired);
  await endLapsedShows(deps);
  await closeEnded(deps);
  for (const [id, status] of await onlinePerformers(deps))
    if (isVip(status) && !(await runningShow(deps.db, id))) await leaveLostVip(deps, id);
  await deps.db.delete(chatLobby).where(lte(chatLobby.seenAt, new Date(now.getTime() - LOBBY_LOST_MS)));
}

/** ms after a chat's end within which the process that ended it has handled its show. */
const CLOSING_MS = 2000;

/** Shows and requests whose chat ended without them because its process died in between. */
async function closeEnded(deps: Deps): Promise<void> {
  const left = await deps.db
    .select({ id: chatSessions.id, performerId: chatSessions.performerId, reason: chatSessions.endReason })
    .from(vipRequests)
    .innerJoin(chatSessions, eq(chatSessions.id, vipRequests.sessionId))
    .where(
      and(
        inFixed(vipRequests.state, ['pending', 'accepted']),
        isNull(vipRequests.awayUntil),
        eqFixed(chatSessions.state, 'ended'),
        lte(chatSessions.endedAt, new Date(deps.now().getTime() - CLOSING_MS)),
      ),
    );
  for (const { reason, ...session } of left) await stopVipWithChat(deps, session, reason ?? 'default', false);
}
