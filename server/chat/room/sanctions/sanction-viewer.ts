import type { sanctionViewer as call } from '#contract/chat/room/sanction-calls.ts';
import { sanctionMinutes } from '#contract/chat/sanctions.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { applySanction } from './apply-sanction.ts';
import { findViewer } from './find-viewer.ts';
import { toSanction } from './reads.ts';

/**
 * Mutes, kicks or blocks a viewer of the caller's own room, replacing a valid sanction of the same kind. Throws
 * `badRequest.notFound` for a viewer who was never in this room.
 */
export async function sanctionViewer(
  deps: Deps,
  caller: Caller,
  { target, kind, minutes = sanctionMinutes[kind], reason }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const performer = requirePerformer(caller);
  const { performerId } = performer;
  const viewer = await findViewer(deps, performerId, target);
  const sanction = { performerId, viewer, kind, minutes, reason, byMemberId: null };
  return toSanction(await applySanction(deps, performer, sanction), null);
}
