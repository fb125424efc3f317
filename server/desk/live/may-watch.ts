import { isPaused, isVip, onlineStatus } from '#contract/performers/status.ts';
import { runningShow } from '#server/chat/vip/reads.ts';
import type { Watch } from '#server/media/unseen.ts';
import { readStatus } from '#server/performers/reads.ts';
import type { Deps } from '#server/ports/deps.ts';

/** Whether an opened stream may be watched now: it is public, or it is the show that was opened. */
export async function mayWatch(deps: Pick<Deps, 'db'>, { performerId, vip }: Watch): Promise<boolean> {
  const status = await readStatus(deps, performerId);
  if (status === onlineStatus.offline || isPaused(status)) return false;
  if (!isVip(status)) return true;
  return vip !== null && (await runningShow(deps.db, performerId))?.id === vip;
}
