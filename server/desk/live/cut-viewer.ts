import type { cutViewer as call } from '#contract/desk/live-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { enforceViewerCut, storeViewerCut } from '#server/chat/room/sanctions/cut-viewer.ts';
import { findViewer } from '#server/chat/room/sanctions/find-viewer.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { stateReasons } from './state-reasons.ts';

const MINUTE = 60_000;

/**
 * Ends a viewer's chats in a room and keeps the viewer out of it. A member gets the statement of reasons by mail; a
 * guest has no address. Throws `badRequest.notFound` for a viewer who was never in this room.
 */
export async function cutViewer(
  deps: Deps,
  caller: Caller,
  { performer: performerId, session, ground, minutes, statement }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const by = requireOperator(caller);
  const viewer = await findViewer(deps, performerId, { session });
  const { memberId } = viewer;
  const at = deps.now();
  const until = new Date(at.getTime() + minutes * MINUTE);
  await deps.db.transaction(async (tx) => {
    await storeViewerCut(tx, { performerId, viewer, ground, until, at });
    if (memberId !== null)
      await stateReasons(deps, tx, { reported: { memberId }, by: by.name, statement, at });
    const subject = memberId === null ? `performer:${performerId}` : `member:${memberId}`;
    await recordAct(tx, by, { act: 'viewer.cut', subject, at, ...(memberId !== null && { memberId }) });
  });
  await enforceViewerCut(deps, { performerId, viewer, ground });
  return true;
}
