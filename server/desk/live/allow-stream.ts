import type { allowStream as call } from '#contract/desk/live-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { openRoom } from '#server/chat/room/shut-room.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';

/** Throws `badRequest.performer.notExists`, and `badRequest.notFound` unless the stream is cut. */
export async function allowStream(
  deps: Pick<Deps, 'db' | 'now'> & Partial<Pick<Deps, 'push'>>,
  caller: Caller,
  { performer: performerId }: { performer: number },
): Promise<OutputOf<typeof call>> {
  const by = requireOperator(caller);
  if (!(await performersFor(deps, inHouse).byId(performerId)))
    throw new AppError('badRequest.performer.notExists');
  const at = deps.now();
  await deps.db.transaction(async (tx) => {
    if (!(await openRoom(tx, performerId))) throw new AppError('badRequest.notFound');
    await recordAct(tx, by, { act: 'stream.allowed', subject: `performer:${performerId}`, at });
    tx.afterCommit(() => deps.push?.toPerformer(performerId, 'studio-rules', { room: performerId }));
  });
  return true;
}
