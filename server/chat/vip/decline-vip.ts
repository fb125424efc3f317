import { and, eq, ne } from 'drizzle-orm';
import type { VipRefusal } from '#contract/chat/vip.ts';
import { eqFixed } from '#server/db/fixed.ts';
import type { Db } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { type VipRow, vipRequests } from './tables.ts';

/** Declines a pending request; undefined if it is not pending. */
export async function declineRequest(
  deps: Pick<Deps, 'db' | 'now'>,
  id: string,
  reason: VipRefusal,
): Promise<VipRow | undefined> {
  const [row] = await deps.db
    .update(vipRequests)
    .set({ state: 'declined', reason, answeredAt: deps.now() })
    .where(and(eq(vipRequests.id, id), eqFixed(vipRequests.state, 'pending')))
    .returning();
  return row;
}

/** Declines all other pending requests to this performer. */
export function declineOthers(
  db: Pick<Db, 'update'>,
  { id, performerId }: VipRow,
  now: Date,
): Promise<VipRow[]> {
  const { state } = vipRequests;
  return db
    .update(vipRequests)
    .set({ state: 'declined', reason: 'taken', answeredAt: now })
    .where(and(eq(vipRequests.performerId, performerId), eq(state, 'pending'), ne(vipRequests.id, id)))
    .returning();
}
