import type { OutputOf } from '#contract/endpoint.ts';
import type { stopVipShow as call } from '#contract/studio/vip-calls.ts';
import { requireFeature } from '#server/calls/require-feature.ts';
import { endChatSession } from '#server/chat/session/end-chat-session.ts';
import { endAwayShow } from '#server/chat/vip/away.ts';
import { runningShow } from '#server/chat/vip/reads.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';

/** The performer ends the show; does nothing without one. */
export async function stopVipShow(deps: Deps, caller: Caller): Promise<OutputOf<typeof call>> {
  requireFeature(deps, 'vip');
  const { performerId } = requirePerformer(caller);
  const show = await runningShow(deps.db, performerId);
  if (!show) return { stopped: false };
  const ended = await endChatSession(deps, show.sessionId, 'vip-stopped');
  return { stopped: ended !== null || (await endAwayShow(deps, performerId)) };
}
