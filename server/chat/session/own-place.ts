import { LRUCache } from 'lru-cache';
import { AppError } from '#contract/errors.ts';
import { type Caller, type MemberCaller, requireMember } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { type ChatSession, readOwnSession } from './chat-auth.ts';
import { sessionIdOf } from './known-auths.ts';

/** What never changes of a session: whose it is, and where. */
export type Place = Pick<ChatSession, 'id' | 'performerId' | 'memberId'>;

/** Those who spoke last. */
const openPlaces = () => new LRUCache<string, Place>({ max: 10_000 });

/**
 * Where a member speaks, mostly without asking the database. Says nothing about whether that session still runs: what
 * stores the words asks that with the same statement. Throws `badRequest.unauthorized`, `.invalid.auth` or
 * `.session.ended`.
 */
export async function readOwnPlace(
  deps: Deps,
  caller: Caller,
  auth: string,
): Promise<{ member: MemberCaller; place: Place }> {
  const member = requireMember(caller);
  const places = deps.part(openPlaces);
  const known = places.get((await sessionIdOf(deps, auth)) ?? '');
  if (known && known.memberId !== member.memberId) throw new AppError('badRequest.invalid.auth');
  if (known) return { member, place: known };
  const { session } = await readOwnSession(deps, caller, auth);
  const { id, performerId, memberId } = session;
  const place = { id, performerId, memberId };
  places.set(id, place);
  return { member, place };
}
