import { and, eq, isNull } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { aboutWhom, openSessions } from './reads.ts';
import { sanctions } from './tables.ts';
import { tellWelcome } from './tell-welcome.ts';

/** Lifts a sanction of the caller's own room. Throws `badRequest.notFound`, also if it was already lifted. */
export async function liftSanction(
  deps: Deps,
  caller: Caller,
  { sanction }: { sanction: number },
): Promise<true> {
  const performer = requirePerformer(caller);
  const at = deps.now();
  const row = await deps.db.transaction(async (tx) => {
    const [lifted] = await tx
      .update(sanctions)
      .set({ liftedAt: at })
      .where(
        and(
          eq(sanctions.id, sanction),
          eq(sanctions.performerId, performer.performerId),
          isNull(sanctions.liftedAt),
        ),
      )
      .returning();
    if (!lifted) throw new AppError('badRequest.notFound');
    await recordAct(tx, performer, {
      act: 'room.sanction-lifted',
      ...aboutWhom(lifted),
      subject: `sanction:${sanction}`,
      at,
    });
    return lifted;
  });
  if (row.kind !== 'mute') tellWelcome(deps, row);
  else
    for (const session of await openSessions(deps, row))
      deps.push.toChatSession(session, 'chat-muted', { session, muted: false, mutedMs: null });
  deps.events.record('room.sanction-lifted', { performer: row.performerId, kind: row.kind });
  return true;
}
