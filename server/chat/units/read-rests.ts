import type { readRests as call } from '#contract/chat/receipt-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Deps } from '#server/ports/deps.ts';
import { visitorOf } from '#server/ports/performer-viewer.ts';
import { keptRests } from './run-unit.ts';
import { termsOf } from './settle-unit.ts';

export async function readRests(
  deps: Deps,
  caller: Caller,
  input: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const { memberId } = requireMember(caller);
  const performer = await performersFor(deps, visitorOf(caller)).byName(input.performer);
  if (!performer) throw new AppError('badRequest.performer.notExists');
  const owner = { memberId, performerId: performer.id };
  // After a reload the earlier session may not have ended yet, so running units count too.
  return { rests: await keptRests(deps.db, owner, termsOf(deps), ['away', 'running']) };
}
