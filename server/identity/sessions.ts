import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { SessionEnd } from '#contract/studio/account/account-calls.ts';
import { selectStatement } from '#server/db/statement.ts';
import type { Deps, InTx } from '#server/ports/deps.ts';
import type { Caller, PerformerCaller } from './caller.ts';
import { deviceOf } from './client.ts';
import { sessions } from './tables.ts';
import { hashToken, newLinkToken, readToken, signToken } from './tokens.ts';

export const SESSION_SECONDS = 30 * 24 * 3600;
/** Of operators, who act for all others. */
export const DESK_SECONDS = 8 * 3600;

export type SessionOwner =
  | { readonly kind: 'member'; readonly memberId: number }
  | { readonly kind: 'performer'; readonly performerId: number }
  | { readonly kind: 'operator'; readonly operatorId: number };

export type Session = { readonly sessionId: string } & SessionOwner;

const secondsOf = ({ kind }: SessionOwner): number => (kind === 'operator' ? DESK_SECONDS : SESSION_SECONDS);

/** ms after its last use at which a session ends. */
const idleMsOf = ({ config }: Pick<Deps, 'config'>, { kind }: SessionOwner): number =>
  config.sessionIdleMs[kind];

/**
 * A session ends at `expiresAt`, which each use moves: the end of its idle time, or of its longest time if that is
 * earlier. An operator's ends after its longest time; before, idle time locks it.
 */
function expiryOf(
  deps: Pick<Deps, 'config'>,
  owner: SessionOwner,
  { createdAt, usedAt }: { createdAt: Date; usedAt: Date },
): Date {
  const longest = createdAt.getTime() + secondsOf(owner) * 1000;
  if (owner.kind === 'operator') return new Date(longest);
  return new Date(Math.min(longest, usedAt.getTime() + idleMsOf(deps, owner)));
}

/** Whether an operator's session opens nothing until it is unlocked with a passkey or code: locked, or not used. */
export function isLocked(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  { operatorId, lockedAt, lastSeenAt, createdAt }: typeof sessions.$inferSelect,
): boolean {
  if (operatorId === null) return false;
  return (
    lockedAt !== null ||
    now().getTime() - (lastSeenAt ?? createdAt).getTime() >= config.sessionIdleMs.operator
  );
}

const idOf = (owner: SessionOwner): number => {
  if (owner.kind === 'member') return owner.memberId;
  return owner.kind === 'performer' ? owner.performerId : owner.operatorId;
};

/** `member:7`. */
export const keyOfOwner = (owner: SessionOwner): string => `${owner.kind}:${idOf(owner)}`;

type SessionDeps = Pick<Deps, 'config' | 'db' | 'newId' | 'now'>;

const claimsSchema = z.object({
  sid: z.string(),
  sub: z.string(),
  kind: z.enum(['member', 'performer', 'operator']),
  /** Generation; 0 for tokens made before it existed. */
  gen: z.number().int().default(0),
});

/** The current token of a session. */
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

/** Valid as long as sessions last, but only while the session is open and the generation is current. */
function tokenOf({ config, now }: Pick<Deps, 'config' | 'now'>, session: Session, gen: number): string {
  const claims = { sid: session.sessionId, sub: String(idOf(session)), kind: session.kind, gen };
  return signToken(config.secret, 'session', claims, { now: now(), ttl: secondsOf(session) });
}

/** In front of the hash: sessions of earlier versions were bound to the name of the browser. */
const BOUND_TO = 'device ';
const boundTo = (secret: string): string => BOUND_TO + hashToken(secret);

interface Opened {
  readonly sessionId: string;
  readonly token: string;
  /** Secret of an operator's browser, for its own cookie: the token is useless without it. Empty for all others. */
  readonly device: string;
}

/** `request` is the login's, for the list of devices. */
export async function openSession(
  deps: SessionDeps,
  owner: SessionOwner,
  request?: Caller['request'],
): Promise<Opened> {
  const sessionId = deps.newId();
  const device = owner.kind === 'operator' ? newLinkToken().token : '';
  const now = deps.now();
  await deps.db.insert(sessions).values({
    id: sessionId,
    ...columnsOf(owner),
    browser: device === '' ? null : boundTo(device),
    createdAt: now,
    lastSeenAt: now,
    device: deviceOf(request?.userAgent),
    country: request?.location.country ?? null,
    expiresAt: expiryOf(deps, owner, { createdAt: now, usedAt: now }),
  });
  return { sessionId, device, token: await tokenOf(deps, { ...owner, sessionId }, 0) };
}

export function columnsOf(owner: SessionOwner) {
  if (owner.kind === 'member') return { memberId: owner.memberId };
  return owner.kind === 'performer' ? { performerId: owner.performerId } : { operatorId: owner.operatorId };
}

/** Locks an operator's session, or unlocks it, which counts as a use. */
export async function setLock(
  tx: Pick<Deps['db'], 'update'>,
  sessionId: string,
  { lockedAt, at }: { lockedAt: Date | null; at: Date },
): Promise<void> {
  const used = lockedAt === null ? { lastSeenAt: at } : {};
  await tx
    .update(sessions)
    .set({ lockedAt, ...used })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)));
}

/** One session, or all of an owner, with at most one exception. */
export type SessionFilter =
  | { readonly sessionId: string }
  | (OwnerRef & { readonly except?: string })
  | (OwnerRef & { readonly only: string });

type OwnerRef =
  | { readonly memberId: number }
  | { readonly performerId: number }
  | { readonly operatorId: number };

function ownedBy(owner: OwnerRef) {
  if ('memberId' in owner) return eq(sessions.memberId, owner.memberId);
  return 'performerId' in owner
    ? eq(sessions.performerId, owner.performerId)
    : eq(sessions.operatorId, owner.operatorId);
}

/** `push` is missing in the shell: a running product disconnects the sockets within seconds (recheckSessions). */
export type EndDeps = Pick<Deps, 'db' | 'now'> & Partial<Pick<Deps, 'push'>>;

/**
 * Ends sessions, and disconnects their sockets after the commit; a login page tells a performer why (`endedBy`).
 * Returns the ids of those that were open.
 */
export async function endSessions(
  { db, now, push }: InTx<EndDeps>,
  filter: SessionFilter,
  endedBy?: SessionEnd,
): Promise<string[]> {
  const rows = await db
    .update(sessions)
    .set({ endedAt: now(), endedLive: wasLive, ...(endedBy && { endedBy }) })
    .where(and(isNull(sessions.endedAt), conditionOf(filter)))
    .returning({ id: sessions.id });
  const ended = rows.map(({ id }) => id);
  for (const id of ended) db.afterCommit(() => push?.endSession(id));
  return ended;
}

/** SQL value, for an update of the table. */
const wasLive = sql<boolean>`(SELECT public_since IS NOT NULL FROM performer WHERE performer.id = ${sessions.performerId})`;

function conditionOf(filter: SessionFilter) {
  if ('sessionId' in filter) return eq(sessions.id, filter.sessionId);
  const isOwn = ownedBy(filter);
  if ('only' in filter) return and(isOwn, eq(sessions.id, filter.only));
  return and(isOwn, ne(sessions.id, filter.except ?? ''));
}

/** Opens a session and ends the caller's previous one. */
export async function rotateSession(
  deps: InTx<SessionDeps & EndDeps>,
  caller: Caller,
  owner: SessionOwner,
): Promise<Opened & { ended: string[] }> {
  const ended =
    caller.kind === 'member' || caller.kind === 'performer'
      ? await endSessions(deps, { sessionId: caller.sessionId })
      : [];
  return { ...(await openSession(deps, owner, caller.request)), ended };
}

/** Claims of a session token; null if it is forged or expired. Only the row tells whether the session is still open. */
export const readClaims = ({ config }: Pick<Deps, 'config'>, token: string, now: Date) =>
  readToken(config.secret, token, { audience: 'session', schema: claimsSchema, now });

/** The owner of the session in a token, open or not; null if the token is forged or expired. */
export async function ownerOf(
  deps: Pick<Deps, 'config' | 'now'>,
  token: string,
): Promise<SessionOwner | null> {
  const claims = await readClaims(deps, token, deps.now());
  if (!claims) return null;
  const id = Number(claims.sub);
  if (claims.kind === 'member') return { kind: 'member', memberId: id };
  return claims.kind === 'performer'
    ? { kind: 'performer', performerId: id }
    : { kind: 'operator', operatorId: id };
}

/** Runs for each request of a member or performer. */
const selectOpen = selectStatement('open-session', (db) =>
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

/**
 * Null if the token is forged, expired or replaced, or its session has ended. An operator's ends if it arrives without
 * the secret of its browser: the token was copied.
 */
export async function readSession(
  deps: Pick<Deps, 'config' | 'db' | 'events' | 'now' | 'noteMoved'>,
  token: string,
  request?: Caller['request'],
): Promise<(Session & Pick<PerformerCaller, 'lacksFactor'> & { readonly isLocked?: boolean }) | null> {
  const at = deps.now();
  const claims = await readClaims(deps, token, at);
  if (!claims) return null;
  const [row] = await selectOpen(deps.db, {
    id: claims.sid,
    generation: claims.gen,
    at: at.toISOString(),
  });
  if (row && !isLocked(deps, row)) await noteSeen(deps, row, at, request?.location.country ?? row.country);
  if (row?.memberId) return { kind: 'member', memberId: row.memberId, sessionId: row.id };
  if (row?.performerId) {
    const session = { kind: 'performer', performerId: row.performerId, sessionId: row.id } as const;
    const lacksFactor = deps.config.secondFactor === 'required' && row.factorAt === null;
    return lacksFactor ? { ...session, lacksFactor } : session;
  }
  if (!row?.operatorId) return null;
  const { operatorId, id: sessionId } = row;
  const { deskDevice } = request ?? {};
  if (deskDevice !== undefined && row.browser === boundTo(deskDevice))
    return { kind: 'operator', operatorId, sessionId, isLocked: isLocked(deps, row) };
  if (row.browser?.startsWith(BOUND_TO)) await noteMoved(deps, { operatorId, sessionId, request });
  return null;
}

interface Move {
  readonly operatorId: number;
  readonly sessionId: string;
  readonly request: Caller['request'] | undefined;
}

/** Ends a session whose token was copied: whoever has it, the operator has to log in again. */
async function noteMoved(
  deps: Pick<Deps, 'db' | 'events' | 'now' | 'noteMoved'>,
  { operatorId, sessionId, request }: Move,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const ended = await endSessions({ ...deps, db: tx }, { sessionId });
    if (ended.length === 0) return;
    if (request) await deps.noteMoved(tx, { operatorId, request });
    tx.afterCommit(() =>
      deps.events.record('operator.session-moved', { operator: operatorId, session: sessionId }),
    );
  });
}

/** Returns those of `ids` that have ended or expired. */
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

/** Minimum ms between two stored uses of a session; less for one that ends soon after its last use. */
const SEEN_EVERY_MS = 10 * 60_000;
const SEEN_PARTS = 30;

type SessionRow = typeof sessions.$inferSelect;

function ownerOfRow({ memberId, performerId, operatorId }: SessionRow): SessionOwner | null {
  if (memberId !== null) return { kind: 'member', memberId };
  if (performerId !== null) return { kind: 'performer', performerId };
  return operatorId === null ? null : { kind: 'operator', operatorId };
}

/** Written rarely, but at once from another country: what its owner is sent depends on it. */
async function noteSeen(
  deps: Pick<Deps, 'config' | 'db'>,
  row: SessionRow,
  at: Date,
  country: string | null,
): Promise<void> {
  const owner = ownerOfRow(row);
  const { id, createdAt, lastSeenAt } = row;
  if (!owner) return;
  const every = Math.min(SEEN_EVERY_MS, idleMsOf(deps, owner) / SEEN_PARTS);
  const isRecent = lastSeenAt !== null && at.getTime() - lastSeenAt.getTime() < every;
  if (isRecent && country === row.country) return;
  const expiresAt = expiryOf(deps, owner, { createdAt, usedAt: at });
  await deps.db
    .update(sessions)
    .set({ lastSeenAt: at, expiresAt, country })
    .where(and(eq(sessions.id, id), isNull(sessions.endedAt)));
}

/** Notes that open sessions are used without a request, such as by a broadcast. */
export async function noteUsed(
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const at = deps.now();
  const open = and(isNull(sessions.endedAt), gt(sessions.expiresAt, at));
  const rows = await deps.db
    .select()
    .from(sessions)
    .where(and(inArray(sessions.id, [...ids]), open));
  for (const row of rows) await noteSeen(deps, row, at, row.country);
}

/** When a session ended or expired; null while it is open. */
export async function sessionOverAt(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  sessionId: string,
): Promise<Date | null> {
  const [row] = await db.select().from(sessions).where(eq(sessions.id, sessionId));
  if (!row) return now();
  return row.endedAt ?? (row.expiresAt <= now() ? row.expiresAt : null);
}

/** The part shown to the session's owner; `currentId` is the session that asks. */
export const shownSession = (
  { id, device, country, createdAt, lastSeenAt }: typeof sessions.$inferSelect,
  currentId: string,
) => ({
  session: id,
  device,
  country,
  loggedInAt: createdAt.toISOString(),
  lastSeenAt: (lastSeenAt ?? createdAt).toISOString(),
  isCurrent: id === currentId,
});

/** Whether an account has ever had another session than this one. */
export async function hasEarlierSession(
  db: Pick<Deps['db'], 'select'>,
  owner: OwnerRef,
  sessionId: string,
): Promise<boolean> {
  const [before] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(ownedBy(owner), ne(sessions.id, sessionId)))
    .limit(1);
  return before !== undefined;
}

/** Open sessions of all operators, last used first. */
export function openOperatorSessions({ db, now }: Pick<Deps, 'db' | 'now'>) {
  return db
    .select()
    .from(sessions)
    .where(and(isNotNull(sessions.operatorId), isNull(sessions.endedAt), gt(sessions.expiresAt, now())))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt), asc(sessions.id));
}

/** An account's open sessions, last used first. */
export function openSessionsOf({ db, now }: Pick<Deps, 'db' | 'now'>, owner: OwnerRef) {
  return db
    .select()
    .from(sessions)
    .where(and(ownedBy(owner), isNull(sessions.endedAt), gt(sessions.expiresAt, now())))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt));
}
