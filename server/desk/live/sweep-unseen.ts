import { openSessionsOf } from '#server/identity/sessions.ts';
import { unseenViewer } from '#server/media/rooms.ts';
import { watches } from '#server/media/unseen.ts';
import type { Deps } from '#server/ports/deps.ts';
import { mayWatch } from './may-watch.ts';

/**
 * Ends the views of operators who watch what they have not opened (a show that has begun since, a performer who pauses)
 * or who are logged out. Each node must call it every second, because each has its own viewers.
 */
export async function sweepUnseen(deps: Pick<Deps, 'db' | 'now' | 'media'>): Promise<void> {
  for (const watch of await watches(deps)) {
    const viewer = unseenViewer(watch.performerId, watch.operatorId);
    if (!deps.media.viewer(viewer)?.connected) continue;
    const isLoggedIn = (await openSessionsOf(deps, { operatorId: watch.operatorId })).length > 0;
    if (!isLoggedIn || !(await mayWatch(deps, watch))) deps.media.drop(viewer);
  }
}
