import { LRUCache } from 'lru-cache';
import { AppError } from '#contract/errors.ts';
import { type Caller, type MemberCaller, requireMember } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { sessionIdOf } from './auth-cache.ts';
import { type ChatSession, readOwnSession } from './chat-auth.ts';

/** The immutable part of a session: its owner and its room. */
export type SessionRef = Pick<ChatSession, 'id' | 'performerId' | 'memberId'>;

/** Sessions that acted most recently. */
const openSessionRefs = () => new LRUCache<string, SessionRef>({ max: 10_000 });

/**
 * Returns a member's own session, mostly without a query; the statement that stores a message checks that it runs.
 * Throws `badRequest.unauthorized`, `.invalid.auth` or `.session.ended`.
 */
export async function readOwnSessionRef(
  deps: Deps,
  caller: Caller,
  auth: string,
): Promise<{ member: MemberCaller; session: SessionRef }> {
  const member = requireMember(caller);
  const refs = deps.part(openSessionRefs);
  const known = refs.get((await sessionIdOf(deps, auth)) ?? '');
  if (known && known.memberId !== member.memberId) throw new AppError('badRequest.invalid.auth');
  if (known) return { member, session: known };
  const { session } = await readOwnSession(deps, caller, auth);
  const { id, performerId, memberId } = session;
  const ref = { id, performerId, memberId };
  refs.set(id, ref);
  return { member, session: ref };
}
