import type { OutputOf } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { readStudioAccount as call } from '#contract/studio/account-calls.ts';
import { requireFeature } from '#server/calls/require-feature.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { unreadOf } from '#server/messaging/reads.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';

export async function readStudioAccount(deps: Deps, caller: Caller): Promise<OutputOf<typeof call>> {
  requireFeature(deps, 'studio');
  const { performerId } = requirePerformer(caller);
  const performer = await performersFor(deps, inHouse).byId(performerId);
  if (!performer) throw new AppError('badRequest.unauthorized');
  const unread = deps.brand.hasFeature('messenger')
    ? await unreadOf(deps.db, { side: 'performer', id: performerId })
    : 0;
  return { username: performer.username, onlineStatus: performer.onlineStatus, unread };
}
