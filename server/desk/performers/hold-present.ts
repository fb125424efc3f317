import { AppError } from '#contract/errors.ts';
import { holdPerformer, type Performer, performerById } from '#server/performers/reads.ts';
import type { Tx } from '#server/ports/database.ts';

/** Locks a performer's row. Throws `badRequest.performer.notExists`, also if she was removed. */
export async function holdPresent(tx: Tx, performerId: number): Promise<Performer> {
  const isPresent = await holdPerformer(tx, performerId, 'no key update');
  const performer = isPresent ? await performerById({ db: tx }, performerId) : undefined;
  if (!performer) throw new AppError('badRequest.performer.notExists');
  return performer;
}
