import { and, eq, gt, inArray, isNotNull, isNull, lte, ne, or } from 'drizzle-orm';
import { z } from 'zod';
import type { Deps } from '#server/ports/deps.ts';
import type { Caller } from './caller.ts';
import { sessions } from './tables.ts';
import { hashToken, readToken, signToken } from './tokens.ts';

/** Seconds a login lasts. */
export const SESSION_SECONDS = 30 * 24 * 3600;

export type SessionOwner =
  | { readonly kind: 'member'; readonly memberId: number }
  | { readonly kind: 'performer'; readonly performerId: number };

export type Session = { readonly sessionId: string } & SessionOwner;

type SessionDeps = Pick<Deps, 'config' | 'db' | 'newId' | 'now'>;

const claimsSchema = z.object({ sid: z.string(), sub: z.string(), kind: z.enum(['member', 'performer']) });

/** The signed token that names a session; good for SESSION_SECONDS from now, and no longer than the session. */
export function sessionToken(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  session: Session,
): Promise<string> {
  const owner = session.kind === 'member' ? session.memberId : session.performerId;
  const claims = { sid: session.sessionId, sub: String(owner), kind: session.kind };
  return signToken(config.secret, 'session', claims, { now: now(), ttl: SESSION_SECONDS });
}

/** Opens a login session. */
export async function openSession(
  deps: SessionDeps,
  owner: SessionOwner,
): Promise<{ sessionId: string; token: string }> {
  const sessionId = deps.newId();
  const now = deps.now();
  await deps.db.insert(sessions).values({
    id: sessionId,
    ...(owner.kind === 'member' ? { memberId: owner.memberId } : { performerId: owner.performerId }),
    createdAt: now,
    expiresAt: new Date(now.getTime() + SESSION_SECONDS * 1000),
  });
  return { sessionId, token: await sessionToken(deps, { ...owner, sessionId }) };
}

/** Which sessions: one, or all of an owner but perhaps one. */
export type SessionFilter =
  | { readonly sessionId: string }
  | { readonly memberId: number; readonly except?: string }
  | { readonly performerId: number };

/** Ends login sessions; answers the ids of those that were open, to push `endSession` to after the commit. */
export async function endSessions(
  tx: Pick<Deps['db'], 'update'>,
  filter: SessionFilter,
  now: Date,
): Promise<string[]> {
  const ended = await tx
    .update(sessions)
    .set({ endedAt: now })
    .where(and(isNull(sessions.endedAt), conditionOf(filter)))
    .returning({ id: sessions.id });
  return ended.map(({ id }) => id);
}

function conditionOf(filter: SessionFilter) {
  if ('sessionId' in filter) return eq(sessions.id, filter.sessionId);
  if ('performerId' in filter) return eq(sessions.performerId, filter.performerId);
  return and(eq(sessions.memberId, filter.memberId), ne(sessions.id, filter.except ?? ''));
}

/** Opens a session in the place of the one the caller came with, if any: logging in leaves no earlier login behind. */
export async function rotateSession(
  deps: SessionDeps,
  caller: Caller,
  owner: SessionOwner,
): Promise<{ sessionId: string; token: string; ended: string[] }> {
  const ended =
    caller.kind === 'member' || caller.kind === 'performer'
      ? await endSessions(deps.db, { sessionId: caller.sessionId }, deps.now())
      : [];
  return { ...(await openSession(deps, owner)), ended };
}

/** The open session a token names; null when it is forged or expired, or when its session has ended. */
export async function readSession(
  { config, db, now }: Pick<Deps, 'config' | 'db' | 'now'>,
  token: string,
): Promise<Session | null> {
  const at = now();
  const claims = await readToken(config.secret, token, {
    audience: 'session',
    schema: claimsSchema,
    now: at,
  });
  if (!claims) return null;
  const [row] = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.id, claims.sid), isNull(sessions.endedAt), gt(sessions.expiresAt, at)));
  if (row?.memberId) return { kind: 'member', memberId: row.memberId, sessionId: row.id };
  if (row?.performerId) return { kind: 'performer', performerId: row.performerId, sessionId: row.id };
  return null;
}

/** Of these sessions the ones that are over: ended here, on another node or at the shell, or expired. */
export async function endedAmong(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(inArray(sessions.id, [...ids]), or(isNotNull(sessions.endedAt), lte(sessions.expiresAt, now()))),
    );
  return rows.map(({ id }) => id);
}

/** Lets a reset link stand in for the old password in the session it opened, until it would have expired. */
export async function allowReset(
  tx: Pick<Deps['db'], 'update'>,
  sessionId: string,
  { hash, until }: { hash: string; until: Date },
): Promise<void> {
  await tx.update(sessions).set({ resetHash: hash, resetUntil: until }).where(eq(sessions.id, sessionId));
}

/** Whether this very session was opened with the reset link of this token, which is good still. */
export async function isOpenedByReset(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  sessionId: string,
  token: string,
): Promise<boolean> {
  const [session] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        eq(sessions.id, sessionId),
        eq(sessions.resetHash, hashToken(token)),
        gt(sessions.resetUntil, now()),
      ),
    );
  return session !== undefined;
}

/** The reset link has been used up. */
export async function forbidReset(tx: Pick<Deps['db'], 'update'>, sessionId: string): Promise<void> {
  await tx.update(sessions).set({ resetHash: null, resetUntil: null }).where(eq(sessions.id, sessionId));
}
