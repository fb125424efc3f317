import { eq } from 'drizzle-orm';
import {
  type moderateMessage as moderateMessageCall,
  type moderateViewer as moderateViewerCall,
  refuseModeration,
} from '#contract/chat/room/moderator-calls.ts';
import { sanctionMinutes } from '#contract/chat/sanctions.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import { foldUsername } from '#server/performers/reads.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { readOwnSession } from '../../session/chat-auth.ts';
import { takeMessageAway } from '../remove-message.ts';
import { applySanction } from '../sanctions/apply-sanction.ts';
import { endSanction } from '../sanctions/end-sanction.ts';
import { findViewer, standingSanctions, toSanction, type Viewer } from '../sanctions/reads.ts';
import { sanctions } from '../tables.ts';
import { appointedRows, requireModerator } from './reads.ts';

/**
 * Mutes or kicks a viewer of the room whose moderator the caller is. Throws what `readOwnSession` throws,
 * `badRequest.notFound`, and `badRequest.moderator.ended`, `.protected` and `.already`.
 */
export async function moderateViewer(
  deps: Deps,
  caller: Caller,
  { auth, name, kind }: ParsedInput<typeof moderateViewerCall>,
): Promise<OutputOf<typeof moderateViewerCall>> {
  const { member, session } = await readOwnSession(deps, caller, auth);
  const { performerId, sender } = session;
  const performer = await performersFor(deps, inHouse).byId(performerId);
  const isPerformer = performer !== undefined && foldUsername(name) === performer.usernameFolded;
  const viewer = isPerformer ? null : await findViewer(deps, performerId, { name });

  const targetAmong = (moderators: ReadonlySet<number>) => {
    if (viewer === null) return 'performer';
    if (viewer.memberId === null) return 'viewer';
    if (viewer.memberId === member.memberId) return 'self';
    return moderators.has(viewer.memberId) ? 'moderator' : 'viewer';
  };
  const at = deps.now();
  const permit = async (tx: Tx): Promise<void> => {
    const moderators = new Set((await appointedRows(tx, performerId, at)).map(({ memberId }) => memberId));
    const standing = viewer && (await standingSanctions({ db: tx, now: () => at }, performerId, viewer));
    const refusal = refuseModeration({
      isModerator: moderators.has(member.memberId),
      target: targetAmong(moderators),
      kind,
      sanctions: [...(standing?.keys() ?? [])],
    });
    if (refusal) throw new AppError(`badRequest.moderator.${refusal}`);
  };
  const target: Viewer = viewer ?? { memberId: null, guestKey: null, name };
  const act = { performerId, viewer: target, kind, minutes: sanctionMinutes[kind], reason: '' };
  const row = await applySanction(deps, member, { ...act, byMemberId: member.memberId }, permit);
  deps.push.toPerformer(performerId, 'studio-sanctions', { room: performerId });
  return toSanction(row, sender);
}

/**
 * Removes a viewer's message from the room whose moderator the caller is. Throws what `readOwnSession` and
 * `takeMessageAway` throw.
 */
export async function moderateMessage(
  deps: Deps,
  caller: Caller,
  { auth, message }: ParsedInput<typeof moderateMessageCall>,
): Promise<true> {
  const { member, session } = await readOwnSession(deps, caller, auth);
  await takeMessageAway(deps, member, { performerId: session.performerId, message });
  return true;
}

/**
 * Lifts a sanction that the caller imposed as a moderator. Throws `badRequest.notFound`, also if it was already lifted,
 * and `badRequest.moderator.ended`.
 */
export async function undoModeration(
  deps: Deps,
  caller: Caller,
  { sanction }: { sanction: number },
): Promise<true> {
  const member = requireMember(caller);
  const { memberId } = member;
  const row = await endSanction(deps, member, {
    sanction,
    which: eq(sanctions.byMemberId, memberId),
    permit: async (tx, { performerId }) => {
      await requireModerator(tx, { performerId, memberId, at: deps.now() });
    },
  });
  deps.push.toPerformer(row.performerId, 'studio-sanctions', { room: row.performerId });
  return true;
}
