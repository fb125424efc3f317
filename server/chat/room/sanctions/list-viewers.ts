import { and, asc, eq, ne } from 'drizzle-orm';
import { type listViewers as call, paysFrom } from '#contract/chat/room/sanction-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { memberBalances } from '#server/ledger/transfer.ts';
import type { Deps } from '#server/ports/deps.ts';
import { chatSessions } from '../../session/tables.ts';
import { appointedRows } from '../moderators/reads.ts';

/** Lists viewers in the order in which they joined. */
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
  const members = rows.map(({ memberId }) => memberId).filter((id) => id !== null);
  const balances = await memberBalances(deps.db, members);
  const appointed = await appointedRows(deps.db, performerId, deps.now());
  const moderators = new Set(appointed.map((row) => row.memberId));
  return {
    viewers: rows.map(({ memberId, ...viewer }) => ({
      ...viewer,
      isGuest: memberId === null,
      isModerator: memberId !== null && moderators.has(memberId),
      paysFrom: memberId === null ? null : paysFrom(balances.get(memberId) ?? 0, viewer.type),
    })),
  };
}
