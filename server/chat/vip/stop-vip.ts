import type { ParsedAction } from '#contract/chat/action-calls.ts';
import type { VipRequest } from '#contract/chat/vip-calls.ts';
import { requireFeature } from '#server/calls/handler.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { readOwnSession } from '../session/chat-auth.ts';
import { endChatSession } from '../session/end-chat-session.ts';
import { newestRequest, toRequest } from './reads.ts';
import { declineRequest } from './transitions.ts';

/** Ends the member's show or withdraws the request. Without either it does nothing. */
export async function stopVip(
  deps: Deps,
  caller: Caller,
  input: ParsedAction<'stopVip'>,
): Promise<{ vip?: VipRequest }> {
  requireFeature(deps, 'vip');
  const { session } = await readOwnSession(deps, caller, input.auth);
  const row = await newestRequest(deps.db, session.id);
  if (row?.state === 'pending')
    await deps.db.transaction((tx) => declineRequest(deps, tx, { id: row.id, reason: 'withdrawn' }));
  // If it was accepted meanwhile, the show is ended.
  const now = row && (await newestRequest(deps.db, session.id));
  if (now?.state === 'accepted') await endChatSession(deps, session.id, 'vip-ended');
  const last = row && (await newestRequest(deps.db, session.id));
  return last ? { vip: toRequest(last, deps.now()) } : {};
}
