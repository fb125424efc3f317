import { onlineStatus } from '#contract/performers/status.ts';
import { moveStatus } from '#server/performers/profile/store-status.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';

/** Does nothing in any other status: a performer who is offline or paused stays so. */
export const leaveVipStatus = (deps: Deps, tx: Tx, performerId: number) =>
  moveStatus(deps, tx, {
    performerId,
    status: onlineStatus[deps.config.afterVip],
    from: [onlineStatus.vip],
    at: deps.now(),
  });
