import { and, eq, isNull } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import type { Deps } from '#server/deps.ts';
import { foldUsername } from './reads.ts';
import { performers } from './tables.ts';

/**
 * Takes a performer off the site for good: listed nowhere, and the profile answers that it is gone. What was booked
 * and said stays with the row. Throws `badRequest.performer.notExists`, also for one who was removed before.
 */
export async function removePerformer(deps: Pick<Deps, 'db' | 'now'>, username: string): Promise<void> {
  const [row] = await deps.db
    .update(performers)
    .set({ removedAt: deps.now(), onlineStatus: onlineStatus.offline, passwordHash: null })
    .where(and(eq(performers.usernameFolded, foldUsername(username)), isNull(performers.removedAt)))
    .returning({ id: performers.id });
  if (!row) throw new AppError('badRequest.performer.notExists');
}
