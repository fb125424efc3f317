import { and, eq } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import { isDuplicate } from '#server/db/errors.ts';
import type { Deps } from '#server/ports/deps.ts';
import { dialIns } from './tables.ts';

/**
 * Throws `badRequest.username_exists` if the guest of another call has the name, and `badRequest.session.ended` if this
 * call has ended.
 */
export async function storeNickname({ db }: Pick<Deps, 'db'>, id: string, nickname: string): Promise<void> {
  try {
    const named = await db
      .update(dialIns)
      .set({ nickname })
      .where(and(eq(dialIns.id, id), eq(dialIns.state, 'IN_CALL')))
      .returning({ id: dialIns.id });
    if (named.length === 0) throw new AppError('badRequest.session.ended');
  } catch (error) {
    throw isDuplicate(error) ? new AppError('badRequest.username_exists') : error;
  }
}
