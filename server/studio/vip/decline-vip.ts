import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { declineVip as call } from '#contract/studio/vip-calls.ts';
import { requireFeature } from '#server/calls/require-feature.ts';
import { requestOf, toStudio } from '#server/chat/vip/reads.ts';
import { declineRequest } from '#server/chat/vip/transitions.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';

/** Idempotent. Throws `badRequest.vip.closed` for a request that ended in another way. */
export async function declineVip(
  deps: Deps,
  caller: Caller,
  { request }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  requireFeature(deps, 'vip');
  const { performerId } = requirePerformer(caller);
  const row = await requestOf(deps.db, { performerId, request });
  if (!row) throw new AppError('badRequest.notFound');
  const declined = await deps.db.transaction((tx) =>
    declineRequest(deps, tx, { id: row.id, reason: 'declined' }),
  );
  const last = declined ?? (await requestOf(deps.db, { performerId, request }));
  if (last?.reason !== 'declined') throw new AppError('badRequest.vip.closed');
  return toStudio(deps, last);
}
