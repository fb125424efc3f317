import { AppError } from '#contract/errors.ts';
import { codeOf } from '#server/db/code-of.ts';
import { createGroups, type Groups } from '#server/db/groups.ts';
import { isDuplicate } from '#server/db/is-duplicate.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { WrittenMessage } from './message.ts';
import { type SpokenMessage, type Stored, storeMessages } from './store-messages.ts';

/** ms in which what is said in a room is gathered and stored together. */
const GATHER_MS = 12;
/** Messages of one transaction at most. */
const TOGETHER = 100;

type RoomMessages = Groups<SpokenMessage, Stored>;

/** Rooms in which something was said. Each stores by itself, so that its messages keep their order. */
function openRooms(deps: Pick<Deps, 'db' | 'events'>) {
  const rooms = new Map<number, RoomMessages>();
  return {
    of: (performerId: number): RoomMessages => {
      const room = rooms.get(performerId) ?? openRoom(deps, performerId);
      rooms.set(performerId, room);
      return room;
    },
    close: async (): Promise<void> => {
      await Promise.all([...rooms.values()].map((room) => room.close()));
    },
  };
}

const openRoom = ({ db, events }: Pick<Deps, 'db' | 'events'>, performer: number): RoomMessages =>
  createGroups({
    answerAll: (messages) => storeMessages(db, performer, messages),
    everyMs: GATHER_MS,
    most: TOGETHER,
    // The second is then found as an earlier message.
    keyOf: ({ author, clientId }) => clientId && `${author} ${clientId}`,
    onFailure: (error, { length }) => {
      // Another transaction used one of the client ids meanwhile.
      if (isDuplicate(error)) return;
      events.record('chat.batch-failed', { performer, messages: length, code: codeOf(error) });
    },
  });

/**
 * Stores what somebody says in a room, together with what others say there in the same few milliseconds; resolves once
 * it is committed, in the order of the room's numbers. A client id that this author sent before returns the message of
 * then. Throws `badRequest.session.ended` when the session doesn't run (any more), `badRequest.chat.muted` or
 * `.slow` by the rules of the room, and `badRequest.idempotency.conflict` when the client id stands for another message.
 */
export async function storeMessage(
  { part }: Pick<Deps, 'part'>,
  message: SpokenMessage,
): Promise<WrittenMessage> {
  const stored = await part(openRooms).of(message.performerId).add(message);
  if ('refused' in stored) throw new AppError(stored.refused);
  return stored;
}
