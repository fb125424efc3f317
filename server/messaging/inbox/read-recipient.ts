import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { readRecipient as call } from '#contract/messaging/inbox-calls.ts';
import { requireFeature } from '#server/calls/require-feature.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Deps } from '#server/ports/deps.ts';
import { participantOf } from '../participants.ts';
import { memberVisitor } from '../party.ts';
import { conversationsWith } from '../reads.ts';

export async function readRecipient(
  deps: Deps,
  caller: Caller,
  { performerId, nonNude }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  requireFeature(deps, 'messenger');
  const member = requireMember(caller);
  const { memberId } = member;
  const viewer = await memberVisitor(deps, member);
  if (!(await performersFor(deps, viewer).byId(performerId)))
    throw new AppError('badRequest.performer.notExists');
  const known = await conversationsWith(deps.db, { side: 'member', id: memberId }, [performerId]);
  const person = await participantOf(deps, 'performer', performerId, { viewer, nonNude });
  return { ...person, conversation: known.get(performerId) ?? null };
}
