import type { Deps } from '#server/ports/deps.ts';
import { countViewers } from './reads.ts';

/** Tells a room how many watch, and answers it. */
export async function tellViewers(deps: Pick<Deps, 'db' | 'push'>, room: number): Promise<number> {
  const viewers = await countViewers(deps, room);
  deps.push.toRoom(room, 'chat-viewers', { room, viewers });
  return viewers;
}
