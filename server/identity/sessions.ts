import { and, desc, eq, gt, inArray, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { prepared } from '#server/db/prepared.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { Caller } from './caller.ts';
import { deviceOf } from './device-of.ts';
import { sessions } from './tables.ts';
import { hashToken, readToken, signToken } from './tokens.ts';

export const SESSION_SECONDS = 30 * 24 * 3600;

export type SessionOwner =
  | { readonly kind: 'member'; readonly memberId: number }
  | { readonly kind: 'performer'; readonly performerId: number };

export type Session = { readonly sessionId: string } & SessionOwner;

type SessionDeps = Pick<Deps, 'config' | 'db' | 'newId' | 'now'>;

const claimsSchema = z.object({
  sid: z.string(),
  sub: z.string(),
  kind: z.enum(['member', 'performer']),
  /** Generation; tokens of before it was there have none. */
  gen: z.number().int().default(0),
});

/** The token that names an open session now. */
export async function sessionToken(
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  session: Session,
): Promise<string> {
  const [row] = await deps.db
    .select({ generation: sessions.generation })
    .from(sessions)
    .where(eq(sessions.id, session.sessionId));
  return tokenOf(deps, session, row?.generation ?? 0);
}

/** Valid for SESSION_SECONDS, but never longer than the session it names, and until it is renewed. */
function tokenOf({ config, now }: Pick<Deps, 'config' | 'now'>, session: Session, gen: number): string {
  const owner = session.kind === 'member' ? session.memberId : session.performerId;
  const claims = { sid: session.sessionId, sub: String(owner), kind: session.kind, gen };
  return signToken(config.secret, 'session', claims, { now: now(), ttl: SESSION_SECONDS });
}

/** `request`: of the login, for the list of a member's devices. */
export async function openSession(
  deps: SessionDeps,
  owner: SessionOwner,
  request?: Caller['request'],
): Promise<{ sessionId: string; token: string }> {
  const sessionId = deps.newId();
  const now = deps.now();
  await deps.db.insert(sessions).values({
    id: sessionId,
    ...(owner.kind === 'member' ? { memberId: owner.memberId } : { performerId: owner.performerId }),
    createdAt: now,
    lastSeenAt: now,
    device: deviceOf(request?.userAgent),
    country: request?.location.country ?? null,
    expiresAt: new Date(now.getTime() + SESSION_SECONDS * 1000),
  });
  return { sessionId, token: await tokenOf(deps, { ...owner, sessionId }, 0) };
}

/** One session, or all of an owner with at most one exception. */
export type SessionFilter =
  | { readonly sessionId: string }
  | { readonly memberId: number; readonly except?: string }
  | { readonly memberId: number; readonly only: string }
  | { readonly performerId: number };

/** Returns the ids of those that were open; push `endSession` to them after the commit. */
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
  const isOwn = eq(sessions.memberId, filter.memberId);
  if ('only' in filter) return and(isOwn, eq(sessions.id, filter.only));
  return and(isOwn, ne(sessions.id, filter.except ?? ''));
}

/** Opens a session and ends the one the caller came with, so that a login leaves no earlier one behind. */
export async function rotateSession(
  deps: SessionDeps,
  caller: Caller,
  owner: SessionOwner,
): Promise<{ sessionId: string; token: string; ended: string[] }> {
  const ended =
    caller.kind === 'member' || caller.kind === 'performer'
      ? await endSessions(deps.db, { sessionId: caller.sessionId }, deps.now())
      : [];
  return { ...(await openSession(deps, owner, caller.request)), ended };
}

/** What a session token of ours says; null when it is forged or expired. Whether it still counts, its row says. */
const readClaims = ({ config }: Pick<Deps, 'config'>, token: string, now: Date) =>
  readToken(config.secret, token, { audience: 'session', schema: claimsSchema, now });

/** Whose session a token of ours names, open or not; null when it is forged or expired. */
export async function ownerOf(
  deps: Pick<Deps, 'config' | 'now'>,
  token: string,
): Promise<SessionOwner | null> {
  const claims = await readClaims(deps, token, deps.now());
  if (!claims) return null;
  const id = Number(claims.sub);
  return claims.kind === 'member' ? { kind: 'member', memberId: id } : { kind: 'performer', performerId: id };
}

/** Asked with each request of a member or performer. */
const selectOpen = (db: Deps['db']) =>
  prepared(db, 'open-session', () =>
    db
      .select()
      .from(sessions)
      .where(
        and(
          eq(sessions.id, sql.placeholder('id')),
          eq(sessions.generation, sql.placeholder('generation')),
          isNull(sessions.endedAt),
          gt(sessions.expiresAt, sql.placeholder('at')),
        ),
      ),
  );

/** Null when the token is forged, expired or renewed, or its session has ended. */
export async function readSession(
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  token: string,
): Promise<Session | null> {
  const at = deps.now();
  const claims = await readClaims(deps, token, at);
  if (!claims) return null;
  const [row] = await selectOpen(deps.db).execute({
    id: claims.sid,
    generation: claims.gen,
    at: at.toISOString(),
  });
  if (row) await noteSeen(deps, row, at);
  if (row?.memberId) return { kind: 'member', memberId: row.memberId, sessionId: row.id };
  if (row?.performerId) return { kind: 'performer', performerId: row.performerId, sessionId: row.id };
  return null;
}

/** Those of `ids` that have ended or expired. */
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

/** Lets a reset link replace the old password in this session until `until`. */
export async function allowReset(
  tx: Pick<Deps['db'], 'update'>,
  sessionId: string,
  { hash, until }: { hash: string; until: Date },
): Promise<void> {
  await tx.update(sessions).set({ resetHash: hash, resetUntil: until }).where(eq(sessions.id, sessionId));
}

/** Whether this session was opened with the reset link of this token and may still use it. */
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

export async function forbidReset(tx: Pick<Deps['db'], 'update'>, sessionId: string): Promise<void> {
  await tx.update(sessions).set({ resetHash: null, resetUntil: null }).where(eq(sessions.id, sessionId));
}

/** ms after which a use of a session is written down. */
const SEEN_EVERY_MS = 10 * 60_000;

async function noteSeen(
  { db }: Pick<Deps, 'db'>,
  { id, lastSeenAt }: typeof sessions.$inferSelect,
  at: Date,
): Promise<void> {
  if (lastSeenAt && at.getTime() - lastSeenAt.getTime() < SEEN_EVERY_MS) return;
  await db.update(sessions).set({ lastSeenAt: at }).where(eq(sessions.id, id));
}

/** A member's open ones, the last used first. */
export function openSessionsOf({ db, now }: Pick<Deps, 'db' | 'now'>, memberId: number) {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.memberId, memberId), isNull(sessions.endedAt), gt(sessions.expiresAt, now())))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt));
}
