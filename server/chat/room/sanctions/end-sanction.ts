import { and, eq, isNull, ne, type SQL } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { MemberCaller, PerformerCaller } from '#server/identity/caller.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { sanctions } from '../tables.ts';
import { tellVoice } from '../voice.ts';
import { aboutWhom, isOfRoom, type RoomSanction } from './reads.ts';
import { tellWelcome } from './welcome.ts';

type Row = RoomSanction;

interface Ending {
  sanction: number;
  /** The sanctions that the caller may lift. */
  which: SQL;
  /** May throw. */
  permit?: (tx: Tx, row: Row) => Promise<void>;
}

/** Lifts a sanction and tells its viewer. Throws `badRequest.notFound`, also if it was already lifted. */
export async function endSanction(
  deps: Deps,
  caller: MemberCaller | PerformerCaller,
  { sanction, which, permit }: Ending,
): Promise<Row> {
  const at = deps.now();
  return deps.db.transaction(async (tx) => {
    const [lifted] = await tx
      .update(sanctions)
      .set({ liftedAt: at })
      .where(and(eq(sanctions.id, sanction), which, ne(sanctions.kind, 'cut'), isNull(sanctions.liftedAt)))
      .returning();
    if (!lifted || !isOfRoom(lifted)) throw new AppError('badRequest.notFound');
    await permit?.(tx, lifted);
    await recordAct(tx, caller, {
      act: 'room.sanction-lifted',
      ...aboutWhom(lifted),
      subject: `sanction:${sanction}`,
      at,
    });
    const { performerId: performer, kind } = lifted;
    tx.afterCommit(() => (kind === 'mute' ? tellVoice(deps, lifted) : tellWelcome(deps, lifted)));
    tx.afterCommit(() => deps.events.record('room.sanction-lifted', { performer, kind }));
    return lifted;
  });
}
