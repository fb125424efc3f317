import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type {
  readRecipient as readRecipientCall,
  suggestRecipients as suggestRecipientsCall,
} from '#contract/messaging/inbox-calls.ts';
import { requireFeature } from '#server/calls/handler.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import { favouriteIds } from '#server/member/favourites/favourites.ts';
import { autocompletePerformers } from '#server/performers/directory/autocomplete-performers.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Deps } from '#server/ports/deps.ts';
import { participantOf, participantsOf } from '../participants.ts';
import { memberVisitor } from '../party.ts';
import { conversationsWith } from '../reads.ts';

export async function readRecipient(
  deps: Deps,
  caller: Caller,
  { performerId, nonNude }: ParsedInput<typeof readRecipientCall>,
): Promise<OutputOf<typeof readRecipientCall>> {
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

type Input = ParsedInput<typeof suggestRecipientsCall>;

/** Returns an empty list for fewer letters than autocomplete accepts, unless favourites are requested. */
export async function suggestRecipients(
  deps: Deps,
  caller: Caller,
  input: Input,
): Promise<OutputOf<typeof suggestRecipientsCall>> {
  requireFeature(deps, 'messenger');
  const member = requireMember(caller);
  const { memberId } = member;
  await deps.limits.take('inbox', `member:${memberId}`);
  const { type, page, limit } = input;
  const found =
    type === 'favourites' ? await favouriteIds(deps.db, memberId) : await byName(deps, caller, input);
  const viewer = await memberVisitor(deps, member);
  const shown = await performersFor(deps, viewer).among(found);
  // Only those who are shown count for a page.
  const ids = shown.slice(page * limit, (page + 1) * limit);
  const people = await participantsOf(deps, 'performer', ids, { viewer, nonNude: input.nonNude });
  const known = await conversationsWith(deps.db, { side: 'member', id: memberId }, ids);
  const result = ids.flatMap((id) => {
    const person = people.get(id);
    return person ? [{ ...person, conversation: known.get(id) ?? null }] : [];
  });
  return { result };
}

async function byName(deps: Deps, caller: Caller, { username }: Input): Promise<number[]> {
  const { result } = await autocompletePerformers(deps, caller, { username });
  return result.map(({ id }) => id);
}
