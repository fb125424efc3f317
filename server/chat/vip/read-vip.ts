import type { readVip as call } from '#contract/chat/vip-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { requireFeature } from '#server/calls/handler.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { readOwnSession } from '../session/chat-auth.ts';
import { newestRequest, toRequest } from './reads.ts';

export async function readVip(
  deps: Deps,
  caller: Caller,
  { auth }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  requireFeature(deps, 'vip');
  const { session } = await readOwnSession(deps, caller, auth);
  const row = await newestRequest(deps.db, session.id);
  return { vip: row ? toRequest(row, deps.now()) : null };
}
