import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { checkStudioLink as call } from '#contract/studio/account-calls.ts';
import { requireFeature } from '#server/calls/require-feature.ts';
import type { Caller } from '#server/identity/caller.ts';
import { readLink } from '#server/performers/account/links.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';

export async function checkStudioLink(
  deps: Deps,
  _caller: Caller,
  { key }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  requireFeature(deps, 'studio');
  const { performerId } = await readLink(deps.db, { token: key, at: deps.now() });
  const performer = await performersFor(deps, inHouse).byId(performerId);
  if (!performer || performer.removedAt) throw new AppError('badRequest.link.expired');
  return { username: performer.username };
}
