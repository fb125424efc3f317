import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  isNull,
  ne,
  or,
  type Placeholder,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import type { Sanction, Target } from '#contract/chat/room/sanction-calls.ts';
import type { SanctionKind } from '#contract/chat/sanctions.ts';
import { AppError } from '#contract/errors.ts';
import type { Deps } from '#server/ports/deps.ts';
import { chatSessions } from '../../session/tables.ts';
import { sanctions } from '../tables.ts';

interface Reader extends Pick<Deps, 'now'> {
  db: Pick<Deps['db'], 'select'>;
}

/** A member or a guest, never both. */
export interface Sanctioned {
  memberId: number | null;
  guestKey: string | null;
}

/** Prefix of a phone call's id in a guest key; other guests have a hash. */
const CALL = 'call:';

/** Returns the viewer of a session. A phone call counts as a separate guest while it lasts. */
export const sanctionedOf = ({
  memberId,
  guestKey,
  dialInSession,
}: Sanctioned & { dialInSession: string | null }): Sanctioned => ({
  memberId,
  guestKey: guestKey ?? (dialInSession === null ? null : CALL + dialInSession),
});

/** SQL for the guest key of a session; null for a member's session. */
export const guestKeyOfSession = sql`coalesce(${chatSessions.guestKey}, ${CALL} || ${chatSessions.dialInSession})`;

/** SQL condition: chat sessions of this viewer. */
function isSessionOf({ memberId, guestKey }: Sanctioned) {
  if (memberId !== null) return eq(chatSessions.memberId, memberId);
  const call = callOf(guestKey);
  return call === null ? eq(chatSessions.guestKey, guestKey ?? '') : eq(chatSessions.dialInSession, call);
}

/** The phone call id of a guest; null without a call. */
export const callOf = (guestKey: string | null): string | null =>
  guestKey?.startsWith(CALL) ? guestKey.slice(CALL.length) : null;

export const isOf = ({ memberId, guestKey }: Sanctioned) =>
  memberId === null ? eq(sanctions.guestKey, guestKey ?? '') : eq(sanctions.memberId, memberId);

/** SQL condition: neither lifted nor expired. */
export const standsAt = (now: Date | Placeholder) =>
  and(isNull(sanctions.liftedAt), or(isNull(sanctions.until), gt(sanctions.until, now)));

type Row = typeof sanctions.$inferSelect;

/** A sanction of the performer or of one of her moderators. */
export type RoomSanction = Row & { kind: SanctionKind };
export const isOfRoom = (row: Row): row is RoomSanction => row.kind !== 'cut';

/**
 * Returns the valid sanctions of this viewer in this room: each kind with its end, null if permanent. An operator's cut
 * counts as a block.
 */
export async function standingSanctions(
  deps: Reader,
  performerId: number,
  viewer: Sanctioned,
): Promise<ReadonlyMap<SanctionKind, Date | null>> {
  const standing = new Map<SanctionKind, Date | null>();
  for (const { kind, until } of await standingRows(deps, performerId, viewer)) {
    if (kind !== 'cut') standing.set(kind, until);
    else if (!standing.has('block')) standing.set('block', until);
  }
  return standing;
}

/** Those of operators first, so that a block of the performer replaces them in a map. */
const standingRows = ({ db, now }: Reader, performerId: number, viewer: Sanctioned) =>
  db
    .select({ kind: sanctions.kind, until: sanctions.until })
    .from(sanctions)
    .where(and(eq(sanctions.performerId, performerId), isOf(viewer), standsAt(now())))
    .orderBy(desc(eq(sanctions.kind, 'cut')), asc(sanctions.id));

/** Performers who block this member, or from whose room an operator has cut the member. */
export async function blockersOf({ db, now }: Reader, memberId: number): Promise<number[]> {
  const rows = await db
    .select({ performerId: sanctions.performerId })
    .from(sanctions)
    .where(and(eq(sanctions.memberId, memberId), inArray(sanctions.kind, ['block', 'cut']), standsAt(now())));
  return [...new Set(rows.map(({ performerId }) => performerId))];
}

/** Query for what keeps the member of a column out of this room. */
export const sentOut = (
  db: Reader['db'],
  memberId: SQLWrapper,
  { performerId, now }: { performerId: number; now: Date },
) =>
  db
    .select({ one: sql`1` })
    .from(sanctions)
    .where(
      and(
        eq(sanctions.performerId, performerId),
        eq(sanctions.memberId, memberId),
        inArray(sanctions.kind, ['block', 'kick', 'cut']),
        standsAt(now),
      ),
    );

/** Throws `badRequest.chat.removed`, `.blocked` or `.kicked` for a viewer whom an operator or the performer sent out. */
export async function requireWelcome(
  deps: Pick<Deps, 'db' | 'now'>,
  performerId: number,
  viewer: Sanctioned,
): Promise<void> {
  const rows = await standingRows(deps, performerId, viewer);
  const standing = new Set(rows.map(({ kind }) => kind));
  if (standing.has('cut')) throw new AppError('badRequest.chat.removed');
  if (standing.has('block')) throw new AppError('badRequest.chat.blocked');
  if (standing.has('kick')) throw new AppError('badRequest.chat.kicked');
}

/** `by`: name of the moderator who imposed it; null for the performer. */
export const toSanction = (row: RoomSanction, by: string | null): Sanction => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  reason: row.reason,
  since: row.since.toISOString(),
  until: row.until?.toISOString() ?? null,
  by,
});

/** Member id for the audit row; empty for guests. */
export const aboutWhom = ({ memberId }: Sanctioned): { memberId?: number } =>
  memberId === null ? {} : { memberId };

/** Ids of the running chats of the sanctioned viewer in this room. */
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

export interface Viewer extends Sanctioned {
  /** In the room. */
  name: string;
}

/** Finds the newest session of this room that matches the target. Throws `badRequest.notFound`. */
export async function findViewer(
  deps: Pick<Deps, 'db'>,
  performerId: number,
  target: Target,
): Promise<Viewer> {
  const named =
    'session' in target ? eq(chatSessions.id, target.session) : eq(chatSessions.sender, target.name);
  const [viewer] = await deps.db
    .select({
      memberId: chatSessions.memberId,
      guestKey: chatSessions.guestKey,
      dialInSession: chatSessions.dialInSession,
      name: chatSessions.sender,
    })
    .from(chatSessions)
    .where(and(eq(chatSessions.performerId, performerId), named))
    .orderBy(desc(chatSessions.joinedAt))
    .limit(1);
  if (!viewer) throw new AppError('badRequest.notFound');
  return { ...sanctionedOf(viewer), name: viewer.name };
}
