import { requireFeature } from '#server/calls/require-feature.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { partyOf } from '../party.ts';
import { unreadOf } from '../reads.ts';

export async function countUnread(deps: Deps, caller: Caller): Promise<{ unread: number }> {
  requireFeature(deps, 'messenger');
  return { unread: await unreadOf(deps.db, partyOf(caller)) };
}
