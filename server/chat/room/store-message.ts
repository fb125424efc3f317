import { AppError } from '#contract/errors.ts';
import { codeOf, isDuplicate } from '#server/db/errors.ts';
import { createGroups, type Groups } from '#server/db/groups.ts';
import type { Deps } from '#server/ports/deps.ts';
import { type SpokenAnswer, type SpokenMessage, type Stored, storeMessages } from './store-messages.ts';

/** ms for which messages of a room are collected and stored together. */
const GATHER_MS = 12;
/** Maximum number of messages per transaction. */
const TOGETHER = 100;

type RoomMessages = Groups<SpokenMessage, Stored>;

/** One queue per room with messages, so that each room keeps its order. */
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
    // The second of two equal keys waits and is then found as an earlier message.
    keyOf: ({ author, clientId }) => clientId && `${author} ${clientId}`,
    onFailure: (error, { length }) => {
      // Another transaction has used one of the client ids meanwhile.
      if (isDuplicate(error)) return;
      events.record('chat.batch-failed', { performer, messages: length, code: codeOf(error) });
    },
  });

/**
 * Stores a message with others of the same few ms; resolves after the commit, in the order of the room's numbers. A
 * repeated client id returns the earlier message. Throws `badRequest.session.ended`, `badRequest.chat.muted` or
 * `.slow` by the room's rules, and `badRequest.idempotency.conflict` if the client id belongs to another message.
 */
export async function storeMessage(
  { part }: Pick<Deps, 'part'>,
  message: SpokenMessage,
): Promise<SpokenAnswer> {
  const stored = await part(openRooms).of(message.performerId).add(message);
  if ('refused' in stored) throw new AppError(stored.refused);
  return stored;
}
