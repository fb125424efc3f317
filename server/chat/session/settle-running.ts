import type { ViewerState } from '@vonk/media';
import type { EndReason } from '#contract/chat/session.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { progressMinute, runningMinute, storeProgress } from '../minutes/run-minute.ts';
import { leaveMinute, termsOf } from '../minutes/settle-minute.ts';
import type { ChatSession } from './chat-auth.ts';
import { paidOf, proofOf } from './delivery.ts';

interface Leaving {
  reason: EndReason;
  /** State of the viewer at the media server; null if only reported time counts. */
  viewer: ViewerState | null;
}

/** Advances the running minute of a session to now and leaves it for this reason. Returns changes to the session's row. */
export async function settleRunning(
  deps: Deps,
  tx: Tx,
  session: ChatSession,
  { reason, viewer }: Leaving,
): Promise<Pick<ChatSession, 'spent' | 'deliveredMs' | 'paidMs'>> {
  const terms = termsOf(deps);
  const proof = proofOf(session, viewer, terms.now, session.stalledMs);
  const running = await runningMinute(tx, session.id);
  const progress = running ? progressMinute(running, proof, terms) : null;
  if (progress) await storeProgress(tx, [progress]);
  const returned = progress?.rest ? await leaveMinute(tx, progress.rest, reason, terms) : 0;
  return {
    spent: session.spent - returned,
    deliveredMs: session.deliveredMs + (progress?.ran ?? Math.min(proof.delivered, proof.elapsed)),
    paidMs: session.paidMs + paidOf(progress),
  };
}
