import { AppError } from '#contract/errors.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import { holdPerformer, type Performer } from '#server/performers/reads.ts';
import type { Tx } from '#server/ports/database.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';

/** Locks a performer's row. Throws `badRequest.performer.notExists`, also if she was removed. */
export async function holdPresent(tx: Tx, performerId: number): Promise<Performer> {
  const isPresent = await holdPerformer(tx, performerId, 'no key update');
  const performer = isPresent ? await performersFor({ db: tx }, inHouse).byId(performerId) : undefined;
  if (!performer) throw new AppError('badRequest.performer.notExists');
  return performer;
}
