import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { AUTH_SECONDS, chatTypeSchema } from '#contract/chat/session.ts';
import { AppError } from '#contract/errors.ts';
import { type Caller, type MemberCaller, requireMember } from '#server/identity/caller.ts';
import { guestKeyOf } from '#server/identity/dial-in-token.ts';
import { readToken, signToken } from '#server/identity/tokens.ts';
import type { Deps } from '#server/ports/deps.ts';
import { callerInCall } from '#server/wallet/dial-in/reads.ts';
import { rememberAuth, sessionIdOf } from './known-auths.ts';
import { chatSessions } from './tables.ts';

export type ChatSession = typeof chatSessions.$inferSelect;

/** Seconds that a join token is valid. */
const JOIN_SECONDS = 60;

const joinClaims = z.object({
  /** The id of the session that the token opens, once. */
  session: z.string(),
  performer: z.number().int(),
  /** What was on, and agreed to, when the token was given. */
  type: chatTypeSchema,
  member: z.number().int().nullable(),
  guest: z.string().nullable(),
  /** The session of the phone call that pays. */
  dialIn: z.string().nullable(),
});
export type JoinClaims = z.infer<typeof joinClaims>;

/** A member, a guest, or a guest whose phone call pays: one of them. */
export type Viewer = Pick<JoinClaims, 'member' | 'guest' | 'dialIn'>;

/** Throws `badRequest.forbidden` for a caller who cannot be a viewer. A guest whose call is over is one like others. */
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
 * Throws `badRequest.invalid.joinToken` unless the token was made for this member, or for a guest while the caller
 * is one: with a guest's token a member would watch without paying.
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

export function signAuth(deps: Deps, session: Pick<ChatSession, 'id' | 'type'>) {
  const endTime = new Date(deps.now().getTime() + AUTH_SECONDS * 1000).toISOString();
  const meta = { type: session.type, agent: 'whep', endTime };
  const claims = { chat: session.id, meta };
  const auth = signToken(deps.config.secret, 'chat-auth', claims, {
    now: deps.now(),
    ttl: AUTH_SECONDS,
  });
  rememberAuth(deps, auth, session.id, endTime);
  return { auth, meta };
}

/**
 * The session of an auth token in whatever state; a member's session only for that member. Throws
 * `badRequest.invalid.auth`.
 */
export async function readAuth(deps: Deps, caller: Caller, auth: string): Promise<ChatSession> {
  const session = await findSession(deps, auth);
  if (!session || !isOwn(session, caller)) throw new AppError('badRequest.invalid.auth');
  return session;
}

/**
 * The same for leaving, where a member may be logged out already: the beacon of a page that logged out must still
 * stop the charge.
 */
export async function readAuthToLeave(deps: Deps, caller: Caller, auth: string): Promise<ChatSession> {
  const session = await findSession(deps, auth);
  const mayLeave = session && (isOwn(session, caller) || caller.kind === 'guest');
  if (!mayLeave) throw new AppError('badRequest.invalid.auth');
  return session;
}

const isOwn = ({ memberId }: ChatSession, caller: Caller): boolean =>
  memberId === null || (caller.kind === 'member' && caller.memberId === memberId);

async function findSession(deps: Deps, auth: string): Promise<ChatSession | undefined> {
  const id = await sessionIdOf(deps, auth);
  if (id === undefined) return undefined;
  const [session] = await deps.db.select().from(chatSessions).where(eq(chatSessions.id, id));
  return session;
}

/**
 * A member's own running session, which acting in a chat needs. One that began as a guest is refused: it would act
 * under the guest's name. Throws `badRequest.unauthorized`, `.invalid.auth` or `.session.ended`.
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

/** Any viewer's running session. Throws `badRequest.session.ended` as well. */
export async function readOpenAuth(deps: Deps, caller: Caller, auth: string): Promise<ChatSession> {
  const session = await readAuth(deps, caller, auth);
  if (session.state === 'ended') throw new AppError('badRequest.session.ended');
  return session;
}
