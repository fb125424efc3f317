import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import type { Away } from '#contract/performers/profile/away.ts';
import { isPaused, type OnlineStatus, onlineStatus } from '#contract/performers/status.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { eraseBrowsers } from '#server/identity/browsers/browsers.ts';
import type { OperatorCaller } from '#server/identity/caller.ts';
import { erasePasskeys } from '#server/identity/passkeys/passkeys.ts';
import { type EndDeps, endSessions } from '#server/identity/sessions.ts';
import { retireAll } from '#server/media/uploads/transitions.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { eraseAccount } from '../account/store-account.ts';
import { eraseAway, shownAway } from '../away/away.ts';
import { eraseMessages } from '../followers/follower-messages.ts';
import { eraseNotes } from '../notes/notes.ts';
import { foldUsername } from '../reads.ts';
import { noteStream } from '../records/depictions.ts';
import { eraseStarts } from '../schedule/starts.ts';
import { performers } from '../tables.ts';
import { voidKey } from '../whip-key/keys.ts';
import { addLiveStart } from './live-start.ts';

interface StoredStatus {
  user: number;
  username: string;
  onlineStatus: OnlineStatus;
  hiddenIn: readonly string[];
  /** Since her first free or paid chat after being offline. */
  publicSince: Date | null;
}

/**
 * Stores the status and pushes it to everyone who may know of her. Going public plans the notices to members. Throws
 * `badRequest.performer.notExists`.
 */
export async function storeStatus(deps: Deps, performerId: number, status: OnlineStatus): Promise<void> {
  const at = deps.now();
  await deps.db.transaction(async (tx) => {
    const moved = await moveStatus(deps, tx, { performerId, status, at });
    if (!moved) throw new AppError('badRequest.performer.notExists');
    // Her first public chat now; a repeat in the same ms is a repeat of the same start.
    if (moved.publicSince?.getTime() === at.getTime())
      await addLiveStart(tx, { performerId, since: at.toISOString() }, at);
  });
}

interface StatusMove {
  performerId: number;
  status: OnlineStatus;
  /** Allowed previous statuses; any if missing. */
  from?: readonly OnlineStatus[];
  at: Date;
}

/** Tells everyone who may know of her after the commit. Returns null if it does not apply. */
export async function moveStatus(
  deps: Deps,
  tx: Tx,
  { performerId, status, from, at }: StatusMove,
): Promise<StoredStatus | null> {
  const [row] = await tx
    .update(performers)
    .set({ onlineStatus: status, ...changeWith(status, at) })
    .where(
      and(
        eq(performers.id, performerId),
        isNull(performers.removedAt),
        status === onlineStatus.offline ? undefined : isNull(performers.suspendedAt),
        from && inArray(performers.onlineStatus, [...from]),
      ),
    )
    .returning({
      user: performers.id,
      username: performers.username,
      hiddenIn: performers.hiddenIn,
      publicSince: performers.publicSince,
    });
  if (!row) return null;
  await noteStream(tx, { performerId, isLive: status !== onlineStatus.offline, at });
  const stored = { ...row, onlineStatus: status };
  const away = await awayIn(deps, tx, stored);
  tx.afterCommit(() => {
    deps.events.record('performer.status-set', { performer: performerId, status });
    pushStatus(deps, stored, away);
  });
  return stored;
}

const awayIn = async (
  deps: Deps,
  tx: Tx,
  { user, onlineStatus: status }: Pick<StoredStatus, 'user' | 'onlineStatus'>,
) => (isPaused(status) ? shownAway({ ...deps, db: tx }, user) : undefined);

/** Tells everyone who sees her in pause what she has written for it. Lock the performer first. */
export async function announceAway(deps: Deps, tx: Tx, performerId: number): Promise<void> {
  const { id: user, username, hiddenIn, publicSince, onlineStatus: status } = performers;
  const [row] = await tx
    .select({ user, username, hiddenIn, publicSince, onlineStatus: status })
    .from(performers)
    .where(eq(performers.id, performerId));
  if (!row || !isPaused(row.onlineStatus)) return;
  const away = await awayIn(deps, tx, row);
  tx.afterCommit(() => pushStatus(deps, row, away));
}

/** Going offline also removes the stream's snapshot. A break or a show does not end what is public since before. */
function changeWith(status: OnlineStatus, at: Date) {
  const { offline, online, free } = onlineStatus;
  if (status === offline) return { snapshot: null, snapshotAt: null, publicSince: null, pictureLostAt: null };
  const isPublic = status === online || status === free;
  return {
    lastCamSession: at,
    ...(isPaused(status) && { pictureLostAt: null }),
    ...(isPublic && {
      publicSince: sql`coalesce(${performers.publicSince}, ${at.toISOString()})`,
      firstCamSession: sql`coalesce(${performers.firstCamSession}, ${at.toISOString()})`,
    }),
  };
}

function pushStatus(
  deps: Deps,
  { user, username, onlineStatus: status, hiddenIn }: StoredStatus,
  away: Away | undefined,
): void {
  const seen = { user, username, onlineStatus: status };
  deps.push.toEveryone('performer-status', away ? { ...seen, away } : seen, hiddenIn);
}

const { online, free, vip } = onlineStatus;
/** SQL condition: viewers expect a picture. */
const isShown = inArray(performers.onlineStatus, [online, free, vip]);

/** Notes that she is told that her picture is lost, or that it is back (null); false if that is no news, or she is not live. */
export async function notePictureLost(tx: Tx, performerId: number, at: Date | null): Promise<boolean> {
  const isNews = at ? isNull(performers.pictureLostAt) : isNotNull(performers.pictureLostAt);
  const noted = await tx
    .update(performers)
    .set({ pictureLostAt: at })
    .where(and(eq(performers.id, performerId), isShown, isNews))
    .returning({ id: performers.id });
  return noted.length > 0;
}

/** When a performer who is live was told that her picture is lost; null if it is not, undefined if she is not live. */
export async function pictureLostAt(
  db: Pick<Db, 'select'>,
  performerId: number,
): Promise<Date | null | undefined> {
  const [row] = await db
    .select({ at: performers.pictureLostAt })
    .from(performers)
    .where(and(eq(performers.id, performerId), isShown));
  return row?.at;
}

/** Returns false, and stores nothing, if the stream is not public: in a VIP show, in a break, or ended meanwhile. */
export async function storeSnapshot(deps: Deps, performerId: number, version: string): Promise<boolean> {
  const isPublic = inArray(performers.onlineStatus, [onlineStatus.online, onlineStatus.free]);
  const stored = await deps.db
    .update(performers)
    .set({ snapshot: version, snapshotAt: deps.now() })
    .where(and(eq(performers.id, performerId), isPublic))
    .returning({ id: performers.id });
  return stored.length > 0;
}

/** The snapshots that cards show, by performer. */
export async function shownSnapshots({ db }: Pick<Deps, 'db'>): Promise<ReadonlyMap<number, string>> {
  const { id, snapshot } = performers;
  const rows = await db.select({ id, snapshot }).from(performers).where(isNotNull(snapshot));
  return new Map(rows.flatMap((row) => (row.snapshot === null ? [] : [[row.id, row.snapshot] as const])));
}

/** Stores whether the performer's toy reacts to tips, which joining viewers are told. */
export async function storeToyActive(tx: Tx, performerId: number, active: boolean): Promise<void> {
  await tx.update(performers).set({ toyActive: active }).where(eq(performers.id, performerId));
}

/**
 * Removes a performer, her logins, encoder's key, e-mail address, passkeys, browsers, notes, texts, pictures and films for
 * ever; bookings and messages stay. Throws `badRequest.performer.notExists`, also for a repeated call.
 */
export async function removePerformer(
  deps: EndDeps,
  caller: OperatorCaller,
  username: string,
): Promise<void> {
  const at = deps.now();
  await deps.db.transaction(async (tx) => {
    const [row] = await tx
      .update(performers)
      .set({
        removedAt: at,
        onlineStatus: onlineStatus.offline,
        passwordHash: null,
        publicSince: null,
        pictureLostAt: null,
      })
      .where(and(eq(performers.usernameFolded, foldUsername(username)), isNull(performers.removedAt)))
      .returning({ id: performers.id });
    if (!row) throw new AppError('badRequest.performer.notExists');
    await endSessions({ ...deps, db: tx }, { performerId: row.id }, 'operator');
    await erasePasskeys(tx, { kind: 'performer', performerId: row.id });
    await eraseBrowsers(tx, { kind: 'performer', performerId: row.id });
    await eraseAccount(tx, row.id);
    await eraseStarts(tx, row.id);
    await eraseNotes(tx, row.id);
    await eraseMessages(tx, row.id);
    await eraseAway(tx, row.id);
    await retireAll(deps, tx, row.id);
    await noteStream(tx, { performerId: row.id, isLive: false, at });
    await voidKey(tx, { performerId: row.id, at });
    await recordAct(tx, caller, { act: 'performer.removed', subject: `performer:${row.id}`, at });
  });
}
