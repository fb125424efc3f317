import type { ParsedInput } from '#contract/endpoint.ts';
import type { markMessageDelivered as call } from '#contract/messaging/conversation-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { readerOf } from '../party.ts';
import { placeOf } from '../reads.ts';
import { moveDelivered, tellDelivered } from './mark-delivered.ts';

export async function markMessageDelivered(
  deps: Deps,
  caller: Caller,
  { id }: ParsedInput<typeof call>,
): Promise<true> {
  const party = await readerOf(deps, caller);
  const { conversation, seq } = await placeOf(deps.db, party, id);
  if (await moveDelivered(deps.db, party, conversation.id, seq))
    tellDelivered(deps, party, conversation, seq);
  return true;
}
