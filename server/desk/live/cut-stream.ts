import type { cutStream as call } from '#contract/desk/live-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { shutRoom } from '#server/chat/room/shut-room.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { sweepShutRooms } from '#server/studio/sweep-shut-rooms.ts';
import { cutRevoked } from '#server/studio/whip-key/cut-revoked.ts';
import { type StateDeps, stateReasons } from './state-reasons.ts';

type Cut = Omit<ParsedInput<typeof call>, 'reason'>;

const MINUTE = 60_000;

/**
 * Closes a performer's room, decides the case about her by action, and queues the mails. The running product ends the
 * chats: `cutStream` at once, the shell's command within two seconds. Throws `badRequest.performer.notExists`.
 */
export async function storeStreamCut(
  deps: StateDeps,
  caller: Caller,
  { performer: performerId, ground, minutes, statement }: Cut,
): Promise<void> {
  const by = requireOperator(caller);
  if (!(await performersFor(deps, inHouse).byId(performerId)))
    throw new AppError('badRequest.performer.notExists');
  const at = deps.now();
  const until = minutes === null ? null : new Date(at.getTime() + minutes * MINUTE);
  await deps.db.transaction(async (tx) => {
    await shutRoom(tx, performerId, { ground, until, at });
    await stateReasons(deps, tx, { reported: { performerId }, by: by.name, statement, at });
    await recordAct(tx, by, { act: 'stream.cut', subject: `performer:${performerId}`, at });
  });
}

export async function cutStream(deps: Deps, caller: Caller, input: Cut): Promise<OutputOf<typeof call>> {
  await storeStreamCut(deps, caller, input);
  await sweepShutRooms(deps);
  await cutRevoked(deps);
  return true;
}
