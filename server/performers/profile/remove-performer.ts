import { and, eq, isNull } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { OperatorCaller } from '#server/identity/caller.ts';
import { erasePasskeys } from '#server/identity/passkeys/passkeys.ts';
import { type EndDeps, endSessions } from '#server/identity/sessions.ts';
import { retireAll } from '#server/media/uploads/transitions.ts';
import { eraseAccount } from '../account/store-account.ts';
import { foldUsername } from '../reads.ts';
import { eraseStarts } from '../schedule/starts.ts';
import { performers } from '../tables.ts';
import { voidKey } from '../whip-key/keys.ts';

/**
 * Removes a performer, her logins, encoder's key, e-mail address, passkeys, pictures and films for ever; bookings and
 * messages stay. Throws `badRequest.performer.notExists`, also for a repeated call.
 */
export async function removePerformer(
  deps: EndDeps,
  caller: OperatorCaller,
  username: string,
): Promise<void> {
  const at = deps.now();
  await deps.db.transaction(async (tx) => {
    const [row] = await tx
      .update(performers)
      .set({ removedAt: at, onlineStatus: onlineStatus.offline, publicSince: null, passwordHash: null })
      .where(and(eq(performers.usernameFolded, foldUsername(username)), isNull(performers.removedAt)))
      .returning({ id: performers.id });
    if (!row) throw new AppError('badRequest.performer.notExists');
    await endSessions({ ...deps, db: tx }, { performerId: row.id });
    await erasePasskeys(tx, { kind: 'performer', performerId: row.id });
    await eraseAccount(tx, row.id);
    await eraseStarts(tx, row.id);
    await retireAll(deps, tx, row.id);
    await voidKey(tx, { performerId: row.id, at });
    await recordAct(tx, caller, { act: 'performer.removed', subject: `performer:${row.id}`, at });
  });
}
