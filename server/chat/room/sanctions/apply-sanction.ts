import { and, eq, isNull } from 'drizzle-orm';
import { isExcluding } from '#contract/chat/room/moderator-calls.ts';
import { type SanctionKind, viewerCut } from '#contract/chat/sanctions.ts';
import type { CutGround } from '#contract/chat/session.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { Caller, MemberCaller, OperatorCaller, PerformerCaller } from '#server/identity/caller.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { endChatSession } from '../../session/end-chat-session.ts';
import { leaveRests } from '../../units/run-unit.ts';
import { endAwayShowOf } from '../../vip/away.ts';
import { endAppointment } from '../moderators/appoint-moderator.ts';
import { lockRoom } from '../room-numbers.ts';
import { roomModerators, sanctions } from '../tables.ts';
import { tellVoice } from '../voice.ts';
import { removeWaiting } from '../waiting.ts';
import {
  aboutWhom,
  isOf,
  isOfRoom,
  openSessions,
  type RoomSanction,
  type Sanctioned,
  type Viewer,
} from './reads.ts';
import { tellWelcome } from './welcome.ts';

const MINUTE = 60_000;

type Row = RoomSanction;

interface NewSanction {
  performerId: number;
  viewer: Viewer;
  kind: SanctionKind;
  /** Null: never expires. */
  minutes: number | null;
  reason: string;
  /** The acting moderator; null for the performer. */
  byMemberId: number | null;
}

/**
 * Stores a sanction, replacing a valid one of its kind, and applies it to chats and waiting messages. `permit` runs
 * with the room locked and may throw. A moderator's kick or block ends the appointment.
 */
export async function applySanction(
  deps: Deps,
  caller: MemberCaller | PerformerCaller,
  sanction: NewSanction,
  permit: (tx: Tx) => Promise<void> = async () => {},
): Promise<Row> {
  const row = await deps.db.transaction(async (tx) => {
    await lockRoom(tx, sanction.performerId);
    await permit(tx);
    return store(deps, tx, caller, sanction);
  });
  await enforce(deps, row);
  if (row.kind !== 'mute') {
    await giveBackKept(deps, row);
    tellWelcome(deps, row);
  }
  deps.events.record('room.sanctioned', { performer: row.performerId, kind: row.kind });
  return row;
}

async function store(
  deps: Deps,
  tx: Tx,
  caller: MemberCaller | PerformerCaller,
  { performerId, viewer, kind, minutes, ...sanction }: NewSanction,
): Promise<Row> {
  const at = deps.now();
  const until = minutes === null ? null : new Date(at.getTime() + minutes * MINUTE);
  await liftEarlier(tx, { performerId, viewer, kind, at });
  const [row] = await tx
    .insert(sanctions)
    .values({ performerId, ...viewer, kind, ...sanction, since: at, until })
    .returning();
  if (!row || !isOfRoom(row)) throw new Error(`Sanction in room ${performerId} was not inserted`);
  const subject = `sanction:${row.id}`;
  await recordAct(tx, caller, { act: 'room.sanctioned', ...aboutWhom(row), subject, at });
  await silence(deps, tx, caller, { performerId, viewer, kind, at });
  return row;
}

/** Removes what others have not seen, and ends the appointment of a moderator who is sent out. */
async function silence(
  deps: Deps,
  tx: Tx,
  caller: Caller,
  { performerId, viewer, kind, at }: Earlier,
): Promise<void> {
  await removeWaiting(deps, tx, caller, { performerId, ...viewer, at });
  const { memberId } = viewer;
  if (memberId === null || (kind !== 'cut' && !isExcluding(kind))) return;
  const which = eq(roomModerators.memberId, memberId);
  await endAppointment(deps, { tx, caller }, { performerId, which, at });
}

/** Applies the sanction to running chats; joining and sending messages check it themselves. */
async function enforce(deps: Deps, row: Row): Promise<void> {
  if (row.kind === 'mute') return tellVoice(deps, row);
  for (const session of await openSessions(deps, row)) await endChatSession(deps, session, 'kicked');
}

/** Ends the kept show and rests of a member who was sent out. */
async function giveBackKept(
  deps: Deps,
  { performerId, memberId }: Pick<Row, 'performerId' | 'memberId'>,
): Promise<void> {
  if (memberId === null) return;
  await endAwayShowOf(deps, { performerId, memberId });
  await leaveRests(deps, { performerId, memberId }, 'kicked');
}

interface Earlier {
  performerId: number;
  viewer: Sanctioned;
  kind: (typeof sanctions.$inferSelect)['kind'];
  at: Date;
}

/** Lifts a viewer's sanction of this kind in a room, which a new one replaces. */
async function liftEarlier(
  tx: Pick<Tx, 'update'>,
  { performerId, viewer, kind, at }: Earlier,
): Promise<void> {
  await tx
    .update(sanctions)
    .set({ liftedAt: at })
    .where(
      and(
        eq(sanctions.performerId, performerId),
        isOf(viewer),
        eq(sanctions.kind, kind),
        isNull(sanctions.liftedAt),
      ),
    );
}

interface Cut {
  performerId: number;
  viewer: Viewer;
  ground: CutGround;
}

/**
 * Keeps a viewer out of a room for an operator, instead of an earlier cut: removes the viewer's waiting messages and
 * ends the appointment as a moderator. Returns the id.
 */
export async function storeViewerCut(
  deps: Deps,
  tx: Tx,
  caller: OperatorCaller,
  { performerId, viewer, ground, until, at }: Cut & { until: Date; at: Date },
): Promise<number | null> {
  await lockRoom(tx, performerId);
  await liftEarlier(tx, { performerId, viewer, kind: 'cut', at });
  const [row] = await tx
    .insert(sanctions)
    .values({ performerId, ...viewer, kind: 'cut', reason: ground, since: at, until })
    .returning({ id: sanctions.id });
  await silence(deps, tx, caller, { performerId, viewer, kind: 'cut', at });
  return row?.id ?? null;
}

/** Lets a cut viewer enter again; false if the cut was lifted or replaced before. */
export async function liftViewerCut(
  deps: Pick<Deps, 'push'> | null,
  tx: Tx,
  { id, at }: { id: number; at: Date },
): Promise<boolean> {
  const [row] = await tx
    .update(sanctions)
    .set({ liftedAt: at })
    .where(and(eq(sanctions.id, id), eq(sanctions.kind, 'cut'), isNull(sanctions.liftedAt)))
    .returning();
  if (!row) return false;
  tx.afterCommit(() => deps && tellWelcome(deps, row));
  return true;
}

/** Ends the viewer's running chats and kept show, and tells both sides why. */
export async function enforceViewerCut(deps: Deps, { performerId, viewer, ground }: Cut): Promise<void> {
  const who = { performerId, ...viewer };
  for (const session of await openSessions(deps, who)) await endChatSession(deps, session, viewerCut(ground));
  await giveBackKept(deps, who);
  tellWelcome(deps, who);
  deps.push.toPerformer(performerId, 'studio-ended', { what: 'viewer', why: ground, member: viewer.name });
}
