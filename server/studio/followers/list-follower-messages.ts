import type { OutputOf } from '#contract/endpoint.ts';
import type { listFollowerMessages as call } from '#contract/member/notices/follower-calls.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import { favouriteIds } from '#server/member/favourites/favourites.ts';
import { blockedPerformers } from '#server/messaging/reads.ts';
import { shownMessages } from '#server/performers/followers/follower-messages.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Deps } from '#server/ports/deps.ts';
import { visitorOf } from '#server/ports/performer-viewer.ts';

/** Without performers who block the member or are blocked, hide from the member's place, or are suspended. */
export async function listFollowerMessages(deps: Deps, caller: Caller): Promise<OutputOf<typeof call>> {
  const { memberId } = requireMember(caller);
  const blocked = new Set([
    ...(await deps.blockersOf(deps.db, memberId)),
    ...(await blockedPerformers(deps.db, memberId)),
  ]);
  const ids = (await favouriteIds(deps.db, memberId)).filter((id) => !blocked.has(id));
  const messages = await shownMessages(deps.db, ids, deps.now());
  const names = await performersFor(deps, visitorOf(caller)).names(
    messages.map(({ performerId }) => performerId),
  );
  return {
    result: messages.flatMap(({ performerId, text, sentAt }) => {
      const username = names.get(performerId);
      return username === undefined ? [] : [{ performerId, username, text, sentAt: sentAt.toISOString() }];
    }),
  };
}
