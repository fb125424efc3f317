import { and, desc, eq, gt, isNull, ne, or, type Placeholder, sql } from 'drizzle-orm';
import type { Sanction } from '#contract/chat/sanction-calls.ts';
import type { SanctionKind } from '#contract/chat/sanctions.ts';
import { AppError } from '#contract/errors.ts';
import type { Deps } from '#server/ports/deps.ts';
import { chatSessions } from '../../session/tables.ts';
import { sanctions } from './tables.ts';

interface Reader extends Pick<Deps, 'now'> {
  db: Pick<Deps['db'], 'select'>;
}

/** A member or a guest, never both. */
export interface Sanctioned {
  memberId: number | null;
  guestKey: string | null;
}

/** Stands before the id of a phone call, where others have the hash of a guest. */
const CALL = 'call:';

/** Whose session it is. A phone call is a guest of its own, for as long as it lasts. */
export const sanctionedOf = ({
  memberId,
  guestKey,
  dialInSession,
}: Sanctioned & { dialInSession: string | null }): Sanctioned => ({
  memberId,
  guestKey: guestKey ?? (dialInSession === null ? null : CALL + dialInSession),
});

/** The same of a session, as part of a statement; null for a member's. */
export const guestKeyOfSession = sql`coalesce(${chatSessions.guestKey}, ${CALL} || ${chatSessions.dialInSession})`;

/** Which chat sessions are this viewer's. */
export function isSessionOf({ memberId, guestKey }: Sanctioned) {
  if (memberId !== null) return eq(chatSessions.memberId, memberId);
  const key = guestKey ?? '';
  return key.startsWith(CALL)
    ? eq(chatSessions.dialInSession, key.slice(CALL.length))
    : eq(chatSessions.guestKey, key);
}

export const isOf = ({ memberId, guestKey }: Sanctioned) =>
  memberId === null ? eq(sanctions.guestKey, guestKey ?? '') : eq(sanctions.memberId, memberId);

/** Neither undone nor over. */
export const standsAt = (now: Date | Placeholder) =>
  and(isNull(sanctions.liftedAt), or(isNull(sanctions.until), gt(sanctions.until, now)));

/** What stands about this viewer in this room: when each kind ends, null for good. */
export async function standingSanctions(
  deps: Reader,
  performerId: number,
  viewer: Sanctioned,
): Promise<ReadonlyMap<SanctionKind, Date | null>> {
  const rows = await deps.db
    .select({ kind: sanctions.kind, until: sanctions.until })
    .from(sanctions)
    .where(and(eq(sanctions.performerId, performerId), isOf(viewer), standsAt(deps.now())));
  return new Map(rows.map(({ kind, until }) => [kind, until]));
}

/** Whether a block of this member stands. */
export async function isBlocked(deps: Reader, performerId: number, memberId: number): Promise<boolean> {
  const standing = await standingSanctions(deps, performerId, { memberId, guestKey: null });
  return standing.has('block');
}

/** Throws `badRequest.chat.kicked` or `.blocked` for a viewer whom the performer sent out. */
export async function requireWelcome(
  deps: Pick<Deps, 'db' | 'now'>,
  performerId: number,
  viewer: Sanctioned,
): Promise<void> {
  const standing = await standingSanctions(deps, performerId, viewer);
  if (standing.has('block')) throw new AppError('badRequest.chat.blocked');
  if (standing.has('kick')) throw new AppError('badRequest.chat.kicked');
}

/** Those that stand, the newest first. */
export async function sanctionsOf(deps: Pick<Deps, 'db' | 'now'>, performerId: number): Promise<Sanction[]> {
  const rows = await deps.db
    .select()
    .from(sanctions)
    .where(and(eq(sanctions.performerId, performerId), standsAt(deps.now())))
    .orderBy(desc(sanctions.id));
  return rows.map(toSanction);
}

export const toSanction = (row: typeof sanctions.$inferSelect): Sanction => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  reason: row.reason,
  since: row.since.toISOString(),
  until: row.until?.toISOString() ?? null,
});

/** For the audit row. */
export const aboutWhom = ({ memberId }: Sanctioned): { memberId?: number } =>
  memberId === null ? {} : { memberId };

/** Chats that run in this room of the one it is about. */
export async function openSessions(
  deps: Pick<Deps, 'db'>,
  { performerId, memberId, guestKey }: Sanctioned & { performerId: number },
): Promise<string[]> {
  const who = isSessionOf({ memberId, guestKey });
  const open = await deps.db
    .select({ id: chatSessions.id })
    .from(chatSessions)
    .where(and(eq(chatSessions.performerId, performerId), who, ne(chatSessions.state, 'ended')));
  return open.map(({ id }) => id);
}
