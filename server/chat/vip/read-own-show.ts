import type { readOwnShow as call } from '#contract/chat/vip-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { requireFeature } from '#server/calls/handler.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Deps } from '#server/ports/deps.ts';
import { visitorOf } from '#server/ports/performer-viewer.ts';
import { awayOf, ownShow } from './reads.ts';

export async function readOwnShow(
  deps: Deps,
  caller: Caller,
  input: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  requireFeature(deps, 'vip');
  const { memberId } = requireMember(caller);
  const performer = await performersFor(deps, visitorOf(caller)).byName(input.performer);
  if (!performer) throw new AppError('badRequest.performer.notExists');
  const show = await ownShow(deps.db, performer.id, memberId);
  return { show: show ? { awayMs: awayOf(show, deps.now()) } : null };
}
