import { isNotNull } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { OperatorCaller } from '#server/identity/caller.ts';
import { findPerformer } from '#server/performers/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { chatRooms } from './tables.ts';

/**
 * Closes a performer's chat or opens it again. sweepShutRooms ends its sessions in the running product. Throws
 * `badRequest.performer.notExists`.
 */
export async function shutRoom(
  deps: Pick<Deps, 'db' | 'now'>,
  caller: OperatorCaller,
  { username, isShut }: { username: string; isShut: boolean },
): Promise<void> {
  const performer = await findPerformer(deps, username);
  if (!performer) throw new AppError('badRequest.performer.notExists');
  const { id: performerId } = performer;
  const at = deps.now();
  const set = { closedAt: isShut ? at : null };
  await deps.db.transaction(async (tx) => {
    await tx
      .insert(chatRooms)
      .values({ performerId, ...set })
      .onConflictDoUpdate({ target: chatRooms.performerId, set });
    const act = isShut ? 'room.shut' : 'room.opened';
    await recordAct(tx, caller, { act, subject: `performer:${performerId}`, at });
  });
}

export async function shutRooms({ db }: Pick<Deps, 'db'>): Promise<number[]> {
  const rows = await db
    .select({ performerId: chatRooms.performerId })
    .from(chatRooms)
    .where(isNotNull(chatRooms.closedAt));
  return rows.map(({ performerId }) => performerId);
}
