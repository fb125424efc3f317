import { AppError } from '#contract/errors.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { requireFeature } from '#server/calls/require-feature.ts';
import type { RoomTipping } from '#server/chat/tipping/reads.ts';
import { storeTipping } from '#server/chat/tipping/store-tipping.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { isClean } from '#server/safety/words/clean-text.ts';

interface Change {
  readonly act: 'room.tip-menu-set' | 'room.goals-set';
  /** Viewers will read them for long, so they are refused instead of masked. */
  readonly texts: readonly string[];
  readonly set: (before: RoomTipping) => Partial<RoomTipping>;
}

/**
 * Changes what the caller offers for tips, and tells her room. Throws `badRequest.profile.words` with the places of texts
 * that have contact details, links or forbidden words.
 */
export async function changeTipping(deps: Deps, caller: Caller, { act, texts, set }: Change): Promise<true> {
  requireFeature(deps, 'studio');
  const { performerId } = requirePerformer(caller);
  await deps.limits.take('studio-profile', `performer ${performerId}`);
  const unclean = [...texts.entries()].filter(([, text]) => !isClean(deps, text)).map(([at]) => String(at));
  if (unclean.length > 0) throw new AppError('badRequest.profile.words', { fields: unclean });
  await deps.db.transaction(async (tx) => {
    const goal = await storeTipping(tx, performerId, set);
    await recordAct(tx, caller, { act, subject: `performer:${performerId}`, at: deps.now() });
    const room = performerId;
    tx.afterCommit(() => {
      if (act === 'room.goals-set') deps.push.toRoom(room, 'room-goal', { room, goal, reached: [] });
      else deps.push.toRoom(room, 'room-menu', { room });
      deps.events.record(act, { performer: performerId });
    });
  });
  return true;
}
