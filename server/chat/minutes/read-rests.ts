import type { readRests as call } from '#contract/chat/receipt-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import { findPerformer } from '#server/performers/profile/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { keptRests } from './run-minute.ts';
import { termsOf } from './settle-minute.ts';

export async function readRests(
  deps: Deps,
  caller: Caller,
  input: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const { memberId } = requireMember(caller);
  const performer = await findPerformer(deps, input.performer);
  if (!performer) throw new AppError('badRequest.performer.notExists');
  const owner = { memberId, performerId: performer.id };
  // A page that is loaded again may be here before it is heard that it went.
  return { rests: await keptRests(deps.db, owner, termsOf(deps), ['away', 'running']) };
}
