import { and, eq, ne } from 'drizzle-orm';
import type { VipRefusal } from '#contract/chat/vip.ts';
import { eqFixed } from '#server/db/fixed.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { announceVip } from './announce-vip.ts';
import { type VipRow, vipRequests } from './tables.ts';

/** Declines a pending request and tells both sides; undefined if it is not pending. */
export async function declineRequest(
  deps: Deps,
  tx: Tx,
  { id, reason }: { id: string; reason: VipRefusal },
): Promise<VipRow | undefined> {
  const [row] = await tx
    .update(vipRequests)
    .set({ state: 'declined', reason, answeredAt: deps.now() })
    .where(and(eq(vipRequests.id, id), eqFixed(vipRequests.state, 'pending')))
    .returning();
  if (row) tx.afterCommit(() => announceVip(deps, [row]));
  return row;
}

/** Declines all other pending requests to this performer, and tells them. */
export async function declineOthers(deps: Deps, tx: Tx, { id, performerId }: VipRow): Promise<void> {
  const { state } = vipRequests;
  const rows = await tx
    .update(vipRequests)
    .set({ state: 'declined', reason: 'taken', answeredAt: deps.now() })
    .where(and(eq(vipRequests.performerId, performerId), eq(state, 'pending'), ne(vipRequests.id, id)))
    .returning();
  tx.afterCommit(() => announceVip(deps, rows));
}
