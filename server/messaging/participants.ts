import type { Participant } from '#contract/messaging/conversations.ts';
import { messagingId } from '#contract/messaging/conversations.ts';
import type { Side } from '#contract/messaging/messages.ts';
import { memberNames } from '#server/member/names/chat-name.ts';
import { performerFaces } from '#server/performers/directory/faces.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { PerformerViewer } from '#server/ports/performer-viewer.ts';

/** How participants are read. */
interface Looking {
  viewer: PerformerViewer;
  nonNude: boolean;
}

/**
 * Participants as the other side sees them, by id. Erased members are included, and performers who do not exist for the
 * viewer, with their name only.
 */
export async function participantsOf(
  deps: Deps,
  side: Side,
  ids: readonly number[],
  { viewer, nonNude }: Looking,
): Promise<Map<number, Participant>> {
  const unique = [...new Set(ids)];
  if (side === 'member') {
    const names = await memberNames(deps, unique);
    return new Map([...names].map(([id, username]) => [id, participant(side, id, username)]));
  }
  const faces = await performerFaces(deps, viewer, { ids: unique, nonNude });
  return new Map(
    faces.map(({ id, username, onlineStatus, snapshot }) => [
      id,
      { ...participant(side, id, username), avatar: snapshot, onlineStatus },
    ]),
  );
}

const participant = (side: Side, id: number, username: string): Participant => ({
  id: messagingId(side, id),
  userid: id,
  username,
  avatar: null,
  onlineStatus: null,
});

/** Throws for an unknown id. */
export async function participantOf(
  deps: Deps,
  side: Side,
  id: number,
  looking: Looking,
): Promise<Participant> {
  const found = (await participantsOf(deps, side, [id], looking)).get(id);
  if (!found) throw new Error(`No ${side} with id ${id}`);
  return found;
}
