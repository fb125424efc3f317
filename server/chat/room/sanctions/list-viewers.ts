import { and, asc, eq, ne } from 'drizzle-orm';
import type { listViewers as call } from '#contract/chat/sanction-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { chatSessions } from '../../session/tables.ts';

/** In the order in which they came. */
export async function listViewers(deps: Deps, caller: Caller): Promise<OutputOf<typeof call>> {
  const { performerId } = requirePerformer(caller);
  const rows = await deps.db
    .select({
      session: chatSessions.id,
      name: chatSessions.sender,
      memberId: chatSessions.memberId,
      type: chatSessions.type,
    })
    .from(chatSessions)
    .where(and(eq(chatSessions.performerId, performerId), ne(chatSessions.state, 'ended')))
    .orderBy(asc(chatSessions.joinedAt));
  return {
    viewers: rows.map(({ memberId, ...viewer }) => ({ ...viewer, isGuest: memberId === null })),
  };
}
