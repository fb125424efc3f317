import { and, eq, lte } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import { STARTS_MAX } from '#contract/performers/schedule.ts';
import type { Tx } from '#server/ports/database.ts';
import { holdPerformer } from '../reads.ts';
import { performerStarts } from './tables.ts';

interface Start {
  readonly performerId: number;
  readonly at: Date;
}

/**
 * Returns false if the start exists. Also deletes past ones. Throws `badRequest.schedule.full`, and
 * `badRequest.unauthorized` for a removed performer.
 */
export async function insertStart(tx: Tx, { performerId, at }: Start, now: Date): Promise<boolean> {
  // Orders simultaneous changes.
  if (!(await holdPerformer(tx, performerId, 'no key update'))) throw new AppError('badRequest.unauthorized');
  const own = eq(performerStarts.performerId, performerId);
  await tx.delete(performerStarts).where(and(own, lte(performerStarts.startsAt, now)));
  const rows = await tx.select().from(performerStarts).where(own);
  if (rows.some(({ startsAt }) => startsAt.getTime() === at.getTime())) return false;
  const taken = new Set(rows.map(({ slot }) => slot));
  const slot = Array.from({ length: STARTS_MAX }, (_, index) => index + 1).find((one) => !taken.has(one));
  if (slot === undefined) throw new AppError('badRequest.schedule.full');
  await tx.insert(performerStarts).values({ performerId, slot, startsAt: at, createdAt: now });
  return true;
}

/** Returns false if the start does not exist. */
export async function deleteStart(tx: Tx, { performerId, at }: Start): Promise<boolean> {
  const deleted = await tx
    .delete(performerStarts)
    .where(and(eq(performerStarts.performerId, performerId), eq(performerStarts.startsAt, at)))
    .returning({ slot: performerStarts.slot });
  return deleted.length > 0;
}

export async function eraseStarts(tx: Tx, performerId: number): Promise<void> {
  await tx.delete(performerStarts).where(eq(performerStarts.performerId, performerId));
}
