import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { checkStudioLink as call } from '#contract/studio/account-calls.ts';
import { requireFeature } from '#server/calls/require-feature.ts';
import type { Caller } from '#server/identity/caller.ts';
import { readLink } from '#server/performers/account/links.ts';
import { performerById } from '#server/performers/reads.ts';
import type { Deps } from '#server/ports/deps.ts';

export async function checkStudioLink(
  deps: Deps,
  _caller: Caller,
  { key }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  requireFeature(deps, 'studio');
  const { performerId } = await readLink(deps.db, { token: key, at: deps.now() });
  const performer = await performerById(deps, performerId);
  if (!performer || performer.removedAt) throw new AppError('badRequest.link.expired');
  return { username: performer.username };
}
