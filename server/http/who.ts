import { randomUUID } from 'node:crypto';
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { z } from 'zod';
import { sessionCookies } from '#contract/cookies.ts';
import type { Caller } from '#server/caller.ts';
import type { Deps } from '#server/deps.ts';
import { sessions } from '#server/member/tables.ts';
import { readToken, signToken } from '#server/tokens.ts';
import type { HttpEnv } from './env.ts';

/** Seconds a login lasts. */
export const SESSION_SECONDS = 30 * 24 * 3600;

const claimsSchema = z.object({ sid: z.string(), sub: z.string(), kind: z.enum(['member', 'performer']) });
const guestSchema = z.uuid();

export const sessionCookie = (secure: boolean) => sessionCookies[secure ? 1 : 0];
const guestCookie = (secure: boolean) => (secure ? '__Host-vonk_guest' : 'vonk_guest');

/** The signed token of a session row. */
export function sessionToken(
  deps: Deps,
  session: { id: string; kind: 'member' | 'performer'; owner: number },
) {
  const claims = { sid: session.id, sub: String(session.owner), kind: session.kind };
  return signToken(deps.config.secret, 'session', claims, { now: deps.now(), ttl: SESSION_SECONDS });
}

/** The caller behind a session token; null when it is forged, expired or its session has ended. */
export async function callerOfToken(deps: Deps, token: string): Promise<Caller | null> {
  const now = deps.now();
  const claims = await readToken(deps.config.secret, token, {
    audience: 'session',
    schema: claimsSchema,
    now,
  });
  if (!claims) return null;
  const [row] = await deps.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.id, claims.sid), isNull(sessions.endedAt), gt(sessions.expiresAt, now)));
  if (row?.memberId) return { kind: 'member', memberId: row.memberId, sessionId: row.id };
  if (row?.performerId) return { kind: 'performer', performerId: row.performerId, sessionId: row.id };
  return null;
}

/** The token of a request: the Authorization header first, the cookie else. */
export function tokenOf(c: Context<HttpEnv>, secure: boolean): string | undefined {
  const header = c.req.header('authorization');
  if (header?.startsWith('Bearer ')) return header.slice('Bearer '.length);
  return getCookie(c, sessionCookie(secure));
}

/** Who makes this request. A stranger is a guest, known by a cookie that only carries a random id. */
export async function whoIs(deps: Deps, c: Context<HttpEnv>): Promise<Caller> {
  const token = tokenOf(c, deps.config.secureCookies);
  const known = token ? await callerOfToken(deps, token) : null;
  if (known) return known;
  const guest = guestSchema.safeParse(getCookie(c, guestCookie(deps.config.secureCookies)));
  return { kind: 'guest', guestId: guest.success ? guest.data : randomUUID() };
}

const cookieOptions = (secure: boolean) =>
  ({ path: '/', httpOnly: true, sameSite: 'Lax', secure, maxAge: SESSION_SECONDS }) as const;

export function rememberSession(deps: Deps, c: Context<HttpEnv>, token: string): void {
  const secure = deps.config.secureCookies;
  setCookie(c, sessionCookie(secure), token, cookieOptions(secure));
}

export function forgetSession(deps: Deps, c: Context<HttpEnv>): void {
  const secure = deps.config.secureCookies;
  setCookie(c, sessionCookie(secure), '', { ...cookieOptions(secure), maxAge: 0 });
}

/** Keeps a guest's id for a day: the free minute is counted by it. */
export function rememberGuest(deps: Deps, c: Context<HttpEnv>): void {
  const caller = c.get('caller');
  const secure = deps.config.secureCookies;
  if (caller.kind !== 'guest') return;
  setCookie(c, guestCookie(secure), caller.guestId, { ...cookieOptions(secure), maxAge: 24 * 3600 });
}
