import type { Participant } from '#contract/messaging/conversations.ts';
import { messagingId } from '#contract/messaging/conversations.ts';
import type { Side } from '#contract/messaging/messages.ts';
import { memberNames } from '#server/member/names/chat-name.ts';
import { performerFaces } from '#server/performers/directory/faces.ts';
import type { Deps } from '#server/ports/deps.ts';

/** Participants as the other side sees them, by id. Erased members and removed performers are included. */
export async function participantsOf(
  deps: Deps,
  side: Side,
  ids: readonly number[],
  nonNude: boolean,
): Promise<Map<number, Participant>> {
  const unique = [...new Set(ids)];
  if (side === 'member') {
    const names = await memberNames(deps, unique);
    return new Map([...names].map(([id, username]) => [id, participant(side, id, username)]));
  }
  const faces = await performerFaces(deps, unique, nonNude);
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
  nonNude: boolean,
): Promise<Participant> {
  const found = (await participantsOf(deps, side, [id], nonNude)).get(id);
  if (!found) throw new Error(`No ${side} with id ${id}`);
  return found;
}
