import { isQuiet } from '#contract/member/notices/notices.ts';
import { sentOut } from '#server/chat/room/sanctions/reads.ts';
import { liveFollowers } from '#server/member/notices/live-followers.ts';
import { queueLiveNotice } from '#server/member/notices/queue-live-notice.ts';
import { addLiveStart, type LiveStart, readLiveStart } from '#server/performers/profile/live-start.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';

/** Members read at once. */
const BATCH = 200;

/**
 * Tells members that a favourite is live, unless she has stopped or it is night. A show or a break delays it. May run
 * twice for one start: nobody is told twice.
 */
export async function tellLive(deps: Deps, start: LiveStart): Promise<void> {
  const now = deps.now();
  const live = await readLiveStart(deps.db, start, inHouse);
  if (!live || isQuiet(now)) return;
  if (!live.isOpen) {
    return deps.db.transaction((tx) => addLiveStart(tx, start, now));
  }
  const { performerId } = start;
  const publicSince = new Date(start.since);
  const excluded = (memberId: Parameters<typeof sentOut>[1]) =>
    sentOut(deps.db, memberId, { performerId, now });
  let after = 0;
  for (;;) {
    const ids = await liveFollowers(deps.db, {
      performerId,
      publicSince,
      now,
      after,
      limit: BATCH,
      excluded,
    });
    for (const id of ids) await queueLiveNotice(deps, id, start);
    if (ids.length < BATCH) break;
    after = ids.at(-1) ?? 0;
  }
}
