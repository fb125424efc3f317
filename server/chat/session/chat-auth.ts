import { eq } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { AUTH_SECONDS, chatTypeSchema } from '#contract/chat/session.ts';
import { AppError } from '#contract/errors.ts';
import type { GeoLocation } from '#contract/safety/geo.ts';
import { type Caller, type MemberCaller, requireMember } from '#server/identity/caller.ts';
import { guestKeyOf, readToken, signToken } from '#server/identity/tokens.ts';
import { type PerformerState, stateOf } from '#server/performers/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { shownTo, visitorOf } from '#server/ports/performer-viewer.ts';
import { callerInCall } from '#server/wallet/dial-in/reads.ts';
import { cacheAuth, sessionIdOf } from './auth-cache.ts';
import { chatSessions } from './tables.ts';

export type ChatSession = typeof chatSessions.$inferSelect;

/** Seconds that a join token is valid. */
const JOIN_SECONDS = 60;

const joinClaims = z.object({
  /** The id of the session that the token can open once. */
  session: z.string(),
  performer: z.number().int(),
  /** The chat type on offer, and agreed to, when the token was issued. */
  type: chatTypeSchema,
  /** Credits for a minute at that time, and agreed to; missing in tokens of earlier versions. */
  price: z.number().int().optional(),
  member: z.number().int().nullable(),
  guest: z.string().nullable(),
  /** The session of the phone call that pays. */
  dialIn: z.string().nullable(),
});
export type JoinClaims = z.infer<typeof joinClaims>;

/** Exactly one is set: a member, a guest, or a guest whose phone call pays. */
export type Viewer = Pick<JoinClaims, 'member' | 'guest' | 'dialIn'>;

/**
 * Throws `badRequest.forbidden` for a caller who cannot be a viewer. A guest whose call has ended is an ordinary guest.
 */
export async function viewerOf(deps: Pick<Deps, 'db'>, caller: Caller): Promise<Viewer> {
  if (caller.kind === 'member') return { member: caller.memberId, guest: null, dialIn: null };
  if (caller.kind === 'dial-in-guest' && (await callerInCall(deps, caller)))
    return { member: null, guest: null, dialIn: caller.dialInId };
  if (caller.kind === 'guest' || caller.kind === 'dial-in-guest')
    return { member: null, guest: guestKeyOf(caller.guestId), dialIn: null };
  throw new AppError('badRequest.forbidden');
}

export function signJoin(deps: Deps, claims: Omit<JoinClaims, 'session'>): string {
  const session = deps.newId();
  const options = { now: deps.now(), ttl: JOIN_SECONDS };
  return signToken(deps.config.secret, 'chat-join', { ...claims, session }, options);
}

/**
 * Throws `badRequest.invalid.joinToken` unless the token was issued to this member, or to a guest and the caller is
 * one: a member with a guest's token would watch without paying.
 */
export async function readJoin(deps: Deps, caller: Caller, token: string): Promise<JoinClaims> {
  const claims = await readToken(deps.config.secret, token, {
    audience: 'chat-join',
    schema: joinClaims,
    now: deps.now(),
  });
  const viewer = await viewerOf(deps, caller);
  if (!claims || claims.member !== viewer.member || (claims.dialIn && claims.dialIn !== viewer.dialIn))
    throw new AppError('badRequest.invalid.joinToken');
  return claims;
}

/** `location`: where its viewer is. */
export function signAuth(deps: Deps, session: Pick<ChatSession, 'id' | 'type'>, location: GeoLocation) {
  const endTime = new Date(deps.now().getTime() + AUTH_SECONDS * 1000).toISOString();
  const meta = { type: session.type, agent: 'whep', endTime };
  const claims = { chat: session.id, meta, location };
  const auth = signToken(deps.config.secret, 'chat-auth', claims, {
    now: deps.now(),
    ttl: AUTH_SECONDS,
  });
  cacheAuth(deps, auth, { session: session.id, location }, endTime);
  return { auth, meta };
}

/**
 * Returns an auth token's session in any state; a member's only to that member. Throws `badRequest.invalid.auth`, and
 * `.session.ended` if the performer does not exist for this viewer any more.
 */
export async function readAuth(deps: Deps, caller: Caller, auth: string): Promise<ChatSession> {
  const found = await findSession(deps, auth);
  if (!found || !isOwn(found.session, caller)) throw new AppError('badRequest.invalid.auth');
  if (!shownTo(visitorOf(caller), found.performer ?? undefined))
    throw new AppError('badRequest.session.ended');
  return found.session;
}

/**
 * The same for leaving, where a member may already be logged out: the beacon of a page that has logged out must still
 * stop the charge.
 */
export async function readAuthToLeave(deps: Deps, caller: Caller, auth: string): Promise<ChatSession> {
  const session = (await findSession(deps, auth))?.session;
  const mayLeave = session && (isOwn(session, caller) || caller.kind === 'guest');
  if (!mayLeave) throw new AppError('badRequest.invalid.auth');
  return session;
}

const isOwn = ({ memberId }: ChatSession, caller: Caller): boolean =>
  memberId === null || (caller.kind === 'member' && caller.memberId === memberId);

interface Found {
  session: ChatSession;
  performer: PerformerState | null;
}

async function findSession(deps: Deps, auth: string): Promise<Found | undefined> {
  const id = await sessionIdOf(deps, auth);
  if (id === undefined) return undefined;
  const [found] = await deps.db
    .select({ session: chatSessions, performer: stateOf(deps.db, chatSessions.performerId) })
    .from(chatSessions)
    .where(eq(chatSessions.id, id));
  return found;
}

/**
 * Returns a member's own running session. Refuses a session that began as a guest's, which has the guest's name.
 * Throws `badRequest.unauthorized`, `.invalid.auth` or `.session.ended`.
 */
export async function readOwnSession(
  deps: Deps,
  caller: Caller,
  auth: string,
): Promise<{ member: MemberCaller; session: ChatSession }> {
  const member = requireMember(caller);
  const session = await readOpenAuth(deps, caller, auth);
  if (session.memberId !== member.memberId) throw new AppError('badRequest.invalid.auth');
  return { member, session };
}

/** Returns any viewer's running session. Throws what `readAuth` throws, and `badRequest.session.ended`. */
export async function readOpenAuth(deps: Deps, caller: Caller, auth: string): Promise<ChatSession> {
  const session = await readAuth(deps, caller, auth);
  if (session.state === 'ended') throw new AppError('badRequest.session.ended');
  return session;
}

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
