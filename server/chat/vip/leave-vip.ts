import { onlineStatus } from '#contract/performers/status.ts';
import { moveStatus } from '#server/performers/profile/store-status.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';

/** Only from VIP: whoever has gone offline or on a break stays so. */
export const leaveVip = (deps: Deps, tx: Tx, performerId: number) =>
  moveStatus(tx, {
    performerId,
    status: onlineStatus[deps.config.afterVip],
    from: [onlineStatus.vip],
    at: deps.now(),
  });
