import type { ViewerState } from '@vonk/media';
import type { EndReason } from '#contract/chat/session.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { progressMinute, runningMinute, storeProgress } from '../minutes/run-minute.ts';
import { leaveMinute, type Returned, termsOf } from '../minutes/settle-minute.ts';
import type { ChatSession } from './chat-auth.ts';
import { paidOf, proofOf } from './delivery.ts';

interface Settled {
  returned: Returned | null;
  /** Changes to the session's row. */
  changes: Pick<ChatSession, 'spent' | 'deliveredMs' | 'paidMs'>;
}

interface Leaving {
  reason: EndReason;
  /** State of the viewer at the media server; null if only reported time counts. */
  viewer: ViewerState | null;
}

/** Advances the running minute of a session to now and leaves it for this reason. */
export async function settleRunning(
  deps: Deps,
  tx: Tx,
  session: ChatSession,
  { reason, viewer }: Leaving,
): Promise<Settled> {
  const terms = termsOf(deps);
  const proof = proofOf(session, viewer, terms.now, session.stalledMs);
  const running = await runningMinute(tx, session.id);
  const progress = running ? progressMinute(running, proof, terms) : null;
  if (progress) await storeProgress(tx, [progress]);
  const returned = progress?.rest ? await leaveMinute(tx, progress.rest, reason, terms) : null;
  const changes = {
    spent: session.spent - (returned?.credits ?? 0),
    deliveredMs: session.deliveredMs + (progress?.ran ?? Math.min(proof.delivered, proof.elapsed)),
    paidMs: session.paidMs + paidOf(progress),
  };
  return { returned, changes };
}
