import { and, asc, eq, exists, getTableColumns, isNull, lte, or, sql } from 'drizzle-orm';
import type { ChatMessage } from '#contract/chat/messages.ts';
import type { ServerPushes } from '#contract/socket.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { toMessage } from './message.ts';
import { isAppointedAt } from './moderators/reads.ts';
import { lockRoom, takeNumbers } from './room-numbers.ts';
import { callOf, type Sanctioned } from './sanctions/reads.ts';
import { chatMessages, roomModerators } from './tables.ts';

/** SQL condition: delayed, and neither shown nor removed. */
const isWaiting = and(isNull(chatMessages.seq), isNull(chatMessages.removedAt));

/** SQL condition: waits in this room. */
export const waitsIn = (performerId: number) => and(eq(chatMessages.performerId, performerId), isWaiting);

/** Key under which a viewer's messages are stored; null for guests, who cannot write. */
export function authorOf({ memberId, guestKey }: Sanctioned): string | null {
  if (memberId !== null) return `member:${memberId}`;
  const call = callOf(guestKey);
  return call && `dial-in:${call}`;
}

/** Pushes a message that waits to the performer and to moderators, by their chat sessions. */
export function tellModerating(
  { push }: Pick<Deps, 'push'>,
  payload: ServerPushes['chat-message'],
  moderators: readonly string[],
): void {
  push.toPerformer(payload.room, 'chat-message', payload);
  for (const session of moderators) push.toChatSession(session, 'chat-message', payload);
}

/** Waiting messages that a viewer may see: own ones, and all for a moderator. Oldest first. */
export async function waitingFor(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  performerId: number,
  viewer: Sanctioned,
): Promise<ChatMessage[]> {
  const author = authorOf(viewer);
  if (author === null) return [];
  const appointment = db
    .select({ one: sql`1` })
    .from(roomModerators)
    .where(
      and(
        eq(roomModerators.performerId, performerId),
        eq(roomModerators.memberId, viewer.memberId ?? 0),
        isAppointedAt(now()),
      ),
    );
  const which = and(waitsIn(performerId), or(eq(chatMessages.author, author), exists(appointment)));
  return readWaiting({ db }, which, author);
}

/** All waiting messages of a room, for its performer; oldest first. */
export const waitingIn = (deps: Pick<Deps, 'db'>, performerId: number): Promise<ChatMessage[]> =>
  readWaiting(deps, waitsIn(performerId));

async function readWaiting(
  { db }: Pick<Deps, 'db'>,
  which: ReturnType<typeof and>,
  reader?: string,
): Promise<ChatMessage[]> {
  const rows = await db.select().from(chatMessages).where(which).orderBy(asc(chatMessages.id));
  return rows.map((row) => toMessage(row, reader));
}

/** Numbers the due messages of a locked room, in the order in which they were sent; from then on everybody reads them. */
export async function numberWaiting(tx: Tx, performerId: number, at: Date): Promise<ChatMessage[]> {
  const isDue = and(waitsIn(performerId), lte(chatMessages.shownAt, at));
  const count = await tx.$count(chatMessages, isDue);
  if (count === 0) return [];
  const { seq } = await takeNumbers(tx, performerId, count);
  const due = tx
    .select({
      id: chatMessages.id,
      place: sql<number>`row_number() over (order by ${chatMessages.id})`.as('place'),
    })
    .from(chatMessages)
    .where(isDue)
    .as('due');
  const rows = await tx
    .update(chatMessages)
    .set({ seq: sql`${seq - count} + ${due.place}` })
    .from(due)
    .where(eq(chatMessages.id, due.id))
    .returning(getTableColumns(chatMessages));
  return rows.map((row) => toMessage(row)).sort((a, b) => a.seq - b.seq);
}

interface Silenced extends Sanctioned {
  performerId: number;
  at: Date;
}

/** Removes what a viewer has sent and others have not seen. The caller has locked the room. */
export async function removeWaiting(
  deps: Pick<Deps, 'push'>,
  tx: Tx,
  caller: Caller,
  { performerId, at, ...viewer }: Silenced,
): Promise<void> {
  const author = authorOf(viewer);
  if (author === null) return;
  const rows = await tx
    .update(chatMessages)
    .set({ removedAt: at })
    .where(and(waitsIn(performerId), eq(chatMessages.author, author)))
    .returning({ id: chatMessages.id });
  for (const { id } of rows) await recordRemoval(tx, caller, { id, author, at });
  const removed = rows.map(({ id }) => String(id));
  tx.afterCommit(() => tellRemoved(deps, performerId, removed));
}

/** The row belongs to the message's author, unless that is a guest. */
export function recordRemoval(
  tx: Tx,
  caller: Caller,
  { id, author, at }: { id: number | string; author: string; at: Date },
): Promise<void> {
  const memberId = /^member:(\d+)$/.exec(author)?.[1];
  return recordAct(tx, caller, {
    act: 'room.message-removed',
    ...(memberId && { memberId: Number(memberId) }),
    subject: `chat-message:${id}`,
    at,
  });
}

/** Tells everybody in a room that messages are gone. */
export function tellRemoved({ push }: Pick<Deps, 'push'>, performerId: number, messages: string[]): void {
  if (messages.length > 0) push.toRoom(performerId, 'chat-removed', { room: performerId, messages });
}

/** Shows everybody the messages whose delay is over. Nodes may run it at the same time: the room's lock orders them. */
export async function showWaiting(deps: Deps): Promise<void> {
  const at = deps.now();
  const rooms = await deps.db
    .selectDistinct({ performerId: chatMessages.performerId })
    .from(chatMessages)
    .where(and(isWaiting, lte(chatMessages.shownAt, at)));
  for (const { performerId } of rooms)
    await deps.db.transaction(async (tx) => {
      await lockRoom(tx, performerId);
      for (const message of await numberWaiting(tx, performerId, at))
        tx.afterCommit(() => deps.push.toRoom(performerId, 'chat-message', { room: performerId, message }));
    });
}
