import { lt } from 'drizzle-orm';
import { LIVE_DAY_MS } from '#contract/member/notices/live-notice-calls.ts';
import type { Deps } from '#server/ports/deps.ts';
import { liveNotices } from './tables.ts';

/** Longer than any retry of the work that tells. */
const KEPT_MS = 3 * LIVE_DAY_MS;

/** Deletes what no limit counts any more. */
export async function sweepLiveNotices({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await db.delete(liveNotices).where(lt(liveNotices.toldAt, new Date(now().getTime() - KEPT_MS)));
}
