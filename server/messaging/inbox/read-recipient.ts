import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { readRecipient as call } from '#contract/messaging/inbox-calls.ts';
import { requireFeature } from '#server/calls/require-feature.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import { performerById } from '#server/performers/reads.ts';
import { isShownTo } from '#server/performers/shown.ts';
import type { Deps } from '#server/ports/deps.ts';
import { participantOf } from '../participants.ts';
import { conversationsWith } from '../reads.ts';

export async function readRecipient(
  deps: Deps,
  caller: Caller,
  { performerId, nonNude }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  requireFeature(deps, 'messenger');
  const { memberId } = requireMember(caller);
  const performer = await performerById(deps, performerId);
  if (!performer || performer.removedAt || !isShownTo(caller.request.location, performer))
    throw new AppError('badRequest.performer.notExists');
  const known = await conversationsWith(deps.db, { side: 'member', id: memberId }, [performerId]);
  const person = await participantOf(deps, 'performer', performerId, nonNude);
  return { ...person, conversation: known.get(performerId) ?? null };
}
