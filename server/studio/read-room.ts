import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { readRoom as readCall } from '#contract/studio/calls.ts';
import { type Caller, requirePerformer } from '#server/caller.ts';
import { countViewers, linesAfter } from '#server/chat/reads.ts';
import type { Deps } from '#server/deps.ts';
import { performerById } from '#server/performers/reads.ts';
import { balanceOf } from '#server/wallet/ledger.ts';

/** What the performer sees of her own room. */
export async function readRoom(
  deps: Deps,
  caller: Caller,
  input: ParsedInput<typeof readCall>,
): Promise<OutputOf<typeof readCall>> {
  const { performerId } = requirePerformer(caller);
  const performer = await performerById(deps, performerId);
  if (!performer) throw new AppError('badRequest.unauthorized');
  return {
    onlineStatus: performer.onlineStatus,
    viewers: await countViewers(deps, performerId),
    credits: await balanceOf(deps.db, { kind: 'performer', owner: performerId }),
    messages: await linesAfter(deps, performerId, input.after),
  };
}
