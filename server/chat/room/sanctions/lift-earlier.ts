import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '#server/ports/database.ts';
import { sanctions } from '../tables.ts';
import { isOf, type Sanctioned } from './reads.ts';

interface Earlier {
  performerId: number;
  viewer: Sanctioned;
  kind: (typeof sanctions.$inferSelect)['kind'];
  at: Date;
}

/** Lifts a viewer's sanction of this kind in a room, which a new one replaces. */
export async function liftEarlier(
  tx: Pick<Tx, 'update'>,
  { performerId, viewer, kind, at }: Earlier,
): Promise<void> {
  await tx
    .update(sanctions)
    .set({ liftedAt: at })
    .where(
      and(
        eq(sanctions.performerId, performerId),
        isOf(viewer),
        eq(sanctions.kind, kind),
        isNull(sanctions.liftedAt),
      ),
    );
}
