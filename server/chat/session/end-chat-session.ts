import type { ViewerState } from '@vonk/media';
import { eq } from 'drizzle-orm';
import type { EndReason } from '#contract/chat/session.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { progressUnit, runningUnit, storeProgress } from '../units/run-unit.ts';
import { leaveUnit, termsOf } from '../units/settle-unit.ts';
import type { ChatSession } from './chat-auth.ts';
import { paidOf, proofOf } from './delivery.ts';
import { isUnheard, lockSession } from './reads.ts';
import { chatSessions } from './tables.ts';
import { sessionMachine } from './transitions.ts';

interface Ending {
  /** True if the page was closed or reloaded, which keeps a show. */
  isPageGone?: boolean;
  /** Checked with the row locked: the session ends only if it returns true. */
  isDue?: (session: ChatSession) => boolean;
}

/**
 * Settles the running unit of a session and ends it, once; what follows is in `sessionMachine`. Null if the session
 * has already ended or is not due.
 */
export async function endChatSession(
  deps: Deps,
  sessionId: string,
  reason: EndReason,
  { isPageGone = false, isDue = () => true }: Ending = {},
): Promise<ChatSession | null> {
  return deps.db.transaction(async (tx) => {
    const session = await lockSession(tx, sessionId);
    if (!session || session.state === 'ended' || !isDue(session)) return null;
    // If the viewer vanished, or the process did, only the time up to the last report counts.
    const isVanished = reason === 'ping-auth-expired' || isUnheard(session);
    const viewer = isVanished ? null : deps.media.viewer(sessionId);
    const settled = await settleRunning(deps, tx, session, { reason, viewer });
    return sessionMachine.move(deps, tx, {
      where: eq(chatSessions.id, sessionId),
      to: 'ended',
      set: { ...settled, endedAt: deps.now(), endReason: reason },
      why: { reason, isPageGone },
    });
  });
}

interface Leaving {
  reason: EndReason;
  /** State of the viewer at the media server; null if only reported time counts. */
  viewer: ViewerState | null;
}

/** Advances the running unit of a session to now and leaves it for this reason. Returns changes to the session's row. */
export async function settleRunning(
  deps: Deps,
  tx: Tx,
  session: ChatSession,
  { reason, viewer }: Leaving,
): Promise<Pick<ChatSession, 'spent' | 'deliveredMs' | 'paidMs'>> {
  const terms = termsOf(deps);
  const proof = proofOf(session, viewer, terms.now, session.stalledMs);
  const running = await runningUnit(tx, session.id);
  const progress = running ? progressUnit(running, proof, terms) : null;
  if (progress) await storeProgress(tx, [progress]);
  const returned = progress?.rest ? await leaveUnit(tx, progress.rest, reason, terms) : 0;
  return {
    spent: session.spent - returned,
    deliveredMs: session.deliveredMs + (progress?.ran ?? Math.min(proof.delivered, proof.elapsed)),
    paidMs: session.paidMs + paidOf(progress),
  };
}
