import type { readOwnShow as readOwnShowCall, readVip as readVipCall } from '#contract/chat/vip-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { requireFeature } from '#server/calls/handler.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Deps } from '#server/ports/deps.ts';
import { visitorOf } from '#server/ports/performer-viewer.ts';
import { readOwnSession } from '../session/chat-auth.ts';
import { awayOf, newestRequest, ownShow, toRequest } from './reads.ts';

export async function readVip(
  deps: Deps,
  caller: Caller,
  { auth }: ParsedInput<typeof readVipCall>,
): Promise<OutputOf<typeof readVipCall>> {
  requireFeature(deps, 'vip');
  const { session } = await readOwnSession(deps, caller, auth);
  const row = await newestRequest(deps.db, session.id);
  return { vip: row ? toRequest(row, deps.now()) : null };
}

export async function readOwnShow(
  deps: Deps,
  caller: Caller,
  input: ParsedInput<typeof readOwnShowCall>,
): Promise<OutputOf<typeof readOwnShowCall>> {
  requireFeature(deps, 'vip');
  const { memberId } = requireMember(caller);
  const performer = await performersFor(deps, visitorOf(caller)).byName(input.performer);
  if (!performer) throw new AppError('badRequest.performer.notExists');
  const show = await ownShow(deps.db, performer.id, memberId);
  return { show: show ? { awayMs: awayOf(show, deps.now()) } : null };
}
