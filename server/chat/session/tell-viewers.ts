import type { Deps } from '#server/ports/deps.ts';
import { countViewers } from './reads.ts';

/** Tells a room how many watch. */
export async function tellViewers(deps: Pick<Deps, 'db' | 'push'>, room: number): Promise<void> {
  deps.push.toRoom(room, 'chat-viewers', { room, viewers: await countViewers(deps, room) });
}
