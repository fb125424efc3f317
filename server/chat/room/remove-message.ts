import { and, eq } from 'drizzle-orm';
import { type RemovalRefusal, refuseRemoval } from '#contract/chat/room/moderation-delay.ts';
import { AppError, type ErrorLabel } from '#contract/errors.ts';
import {
  type Caller,
  type MemberCaller,
  type PerformerCaller,
  requirePerformer,
} from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { appointedRows } from './moderators/reads.ts';
import { lockRoom } from './room-numbers.ts';
import { chatMessages } from './tables.ts';
import { recordRemoval, tellRemoved } from './waiting.ts';

/** Removes a viewer's message from the caller's own room. Throws what `takeMessageAway` throws. */
export async function removeMessage(
  deps: Deps,
  caller: Caller,
  { message }: { message: string },
): Promise<true> {
  const performer = requirePerformer(caller);
  await takeMessageAway(deps, performer, { performerId: performer.performerId, message });
  return true;
}

const labels = {
  notFound: 'badRequest.notFound',
  ended: 'badRequest.moderator.ended',
  protected: 'badRequest.moderator.protected',
} as const satisfies Record<RemovalRefusal, ErrorLabel>;

/**
 * Removes a message for everybody, waiting or shown; the row stays for reports. Idempotent. Throws
 * `badRequest.notFound`, `.moderator.ended` and `.moderator.protected`.
 */
export async function takeMessageAway(
  deps: Deps,
  caller: MemberCaller | PerformerCaller,
  { performerId, message }: { performerId: number; message: string },
): Promise<void> {
  const at = deps.now();
  const id = Number(message);
  const isIt = and(eq(chatMessages.id, id), eq(chatMessages.performerId, performerId));
  await deps.db.transaction(async (tx) => {
    await lockRoom(tx, performerId);
    const [row] = await tx.select().from(chatMessages).where(isIt);
    if (!row) throw new AppError('badRequest.notFound');
    const { author, messageType, vipSession } = row;
    const moderators = (await appointedRows(tx, performerId, at)).map(({ memberId }) => memberId);
    const moderator = caller.kind === 'member' && moderators.includes(caller.memberId);
    const refusal = refuseRemoval({
      message: { messageType, isOfShow: vipSession !== null },
      by: caller.kind === 'performer' ? 'performer' : moderator ? 'moderator' : 'formerModerator',
      isByModerator: moderators.some((memberId) => author === `member:${memberId}`),
    });
    if (refusal) throw new AppError(labels[refusal]);
    if (row.removedAt) return;
    await tx.update(chatMessages).set({ removedAt: at }).where(isIt);
    await recordRemoval(tx, caller, { id, author, at });
    tx.afterCommit(() => {
      tellRemoved(deps, performerId, [message]);
      deps.events.record('room.message-removed', { performer: performerId });
    });
  });
}
