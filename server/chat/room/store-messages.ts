import { and, eq, exists, inArray, max, or, sql } from 'drizzle-orm';
import { delayMs } from '#contract/chat/room/moderation-delay.ts';
import type { ErrorLabel } from '#contract/errors.ts';
import type { GeoLocation } from '#contract/safety/geo.ts';
import { requireNext } from '#server/db/groups.ts';
import { type PerformerState, stateOf } from '#server/performers/reads.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import { shownTo } from '#server/ports/performer-viewer.ts';
import { chatSessions } from '../session/tables.ts';
import {
  isSameMessage,
  type MessageRow,
  type NewMessage,
  showOf,
  toMessage,
  type WrittenMessage,
} from './message.ts';
import { isAppointedAt, moderatorSessions } from './moderators/reads.ts';
import { returnNumbers, type TakenNumbers, takeNumbers } from './room-numbers.ts';
import { guestKeyOfSession, standsAt } from './sanctions/reads.ts';
import { chatMessages, roomModerators, sanctions } from './tables.ts';

/** A message of a chat session: stored under its current sender name, while it runs and the author may know of her. */
export interface SpokenMessage extends Omit<NewMessage, 'sender'> {
  session: string;
  /** Of the author. */
  location: GeoLocation;
}

export interface SpokenAnswer extends WrittenMessage {
  /** Chat sessions of the moderators, who see a message that waits at once. */
  moderators: readonly string[];
}

/** `refused` is the reason why nothing was stored. */
export type Stored = SpokenAnswer | { refused: ErrorLabel };

/** `delay`: ms for which others do not see it; null without a delay. */
type FreshMessage = NewMessage & { delay: number | null };

/**
 * Stores messages of one room in one transaction, numbered in their order. No two may share author and client id.
 * Throws if another transaction uses a client id meanwhile.
 */
export function storeMessages(
  db: Db,
  performerId: number,
  messages: readonly SpokenMessage[],
): Promise<Stored[]> {
  return db.transaction(async (tx) => {
    const { seq, slowSeconds, delaySeconds } = await takeNumbers(tx, performerId, messages.length);
    const sessions = await readSpeakers(tx, performerId, messages);
    const earlier = await readEarlier(tx, messages);
    const spoken = await readTurns(tx, performerId, messages, slowSeconds);
    const answers: (Stored | null)[] = [];
    const fresh: FreshMessage[] = [];
    for (const message of messages) {
      const { session, author, at, location, ...line } = message;
      const found = sessions.get(session);
      const speaker = shownTo({ location, blockers: [] }, found?.performer ?? undefined) && found;
      const known = earlier.get(keyOf(message));
      const refused = refusalOf({ speaker, known, message, turn: spoken.get(author), slowSeconds });
      if (refused || !speaker) answers.push({ refused: refused ?? 'badRequest.session.ended' });
      else if (known) answers.push({ message: toMessage(known), created: false, moderators: [] });
      else {
        answers.push(null);
        fresh.push({ ...line, author, at, sender: speaker.sender, delay: delayMs(delaySeconds, speaker) });
        spoken.set(author, at);
      }
    }
    const waiting = fresh.filter(({ delay }) => delay !== null);
    const unused = messages.length - fresh.length + waiting.length;
    if (unused > 0) await returnNumbers(tx, performerId, unused);
    const written = (await writeAll(tx, performerId, fresh, seq - messages.length + 1)).values();
    const moderators = waiting.length > 0 ? await moderatorSessions(tx, performerId, latestOf(waiting)) : [];
    return answers.map((answer) => answer ?? { ...requireNext(written), moderators });
  });
}

const latestOf = (messages: readonly { at: Date }[]): Date =>
  new Date(Math.max(...messages.map(({ at }) => at.getTime())));

interface Speaker {
  sender: string;
  /** Muted, or sent out and about to be removed from the room. */
  isMuted: boolean;
  /** Exempt from slow mode and the moderation delay. */
  isModerator: boolean;
  isInShow: boolean;
  performer: PerformerState | null;
}

/** Reads the senders of sessions running in this room. */
async function readSpeakers(
  tx: Tx,
  performerId: number,
  messages: readonly SpokenMessage[],
): Promise<Map<string, Speaker>> {
  const now = latestOf(messages);
  const silence = tx
    .select({ one: sql`1` })
    .from(sanctions)
    .where(
      and(
        eq(sanctions.performerId, performerId),
        standsAt(now),
        or(eq(sanctions.memberId, chatSessions.memberId), eq(sanctions.guestKey, guestKeyOfSession)),
      ),
    );
  const appointment = tx
    .select({ one: sql`1` })
    .from(roomModerators)
    .where(
      and(
        eq(roomModerators.performerId, performerId),
        eq(roomModerators.memberId, chatSessions.memberId),
        isAppointedAt(now),
      ),
    );
  const ids = messages.map(({ session }) => session);
  const rows = await tx
    .select({
      id: chatSessions.id,
      sender: chatSessions.sender,
      isMuted: sql<boolean>`${exists(silence)}`,
      isModerator: sql<boolean>`${exists(appointment)}`,
      type: chatSessions.type,
      performer: stateOf(tx, chatSessions.performerId),
    })
    .from(chatSessions)
    .where(
      and(
        inArray(chatSessions.id, ids),
        eq(chatSessions.performerId, performerId),
        inArray(chatSessions.state, ['joined', 'watching']),
      ),
    );
  return new Map(rows.map(({ id, type, ...speaker }) => [id, { ...speaker, isInShow: type === 'vip' }]));
}

const keyOf = ({ author, clientId }: Pick<NewMessage, 'author' | 'clientId'>): string =>
  `${author} ${clientId}`;

/** Earlier messages of these authors with these client ids. */
async function readEarlier(tx: Tx, messages: readonly SpokenMessage[]): Promise<Map<string, MessageRow>> {
  const clientIds = messages.map(({ clientId }) => clientId).filter((id) => id !== null);
  if (clientIds.length === 0) return new Map();
  const authors = messages.map(({ author }) => author);
  const rows = await tx
    .select()
    .from(chatMessages)
    .where(and(inArray(chatMessages.author, authors), inArray(chatMessages.clientId, clientIds)));
  return new Map(rows.map((row) => [keyOf(row), row]));
}

/** Time of each author's last message; empty without slow mode. */
async function readTurns(
  tx: Tx,
  performerId: number,
  messages: readonly SpokenMessage[],
  slowSeconds: number | null,
): Promise<Map<string, Date>> {
  if (slowSeconds === null) return new Map();
  const authors = messages.map(({ author }) => author);
  const rows = await tx
    .select({ author: chatMessages.author, at: max(chatMessages.sentAt) })
    .from(chatMessages)
    .where(
      and(
        inArray(chatMessages.author, authors),
        eq(chatMessages.performerId, performerId),
        eq(chatMessages.messageType, 'member'),
      ),
    )
    .groupBy(chatMessages.author);
  return new Map(rows.flatMap(({ author, at }) => (at ? [[author, at] as const] : [])));
}

interface Question extends Pick<TakenNumbers, 'slowSeconds'> {
  speaker: Speaker | undefined;
  known: MessageRow | undefined;
  message: SpokenMessage;
  /** Time of this author's last message. */
  turn: Date | undefined;
}

/** A message stored earlier is only compared: later rules do not apply to it. */
function refusalOf({ speaker, known, message, turn, slowSeconds }: Question): ErrorLabel | null {
  if (!speaker) return 'badRequest.session.ended';
  if (known) return isSameMessage(known, message) ? null : 'badRequest.idempotency.conflict';
  if (speaker.isMuted) return 'badRequest.chat.muted';
  const isTooSoon =
    !speaker.isModerator &&
    turn &&
    slowSeconds !== null &&
    Math.abs(message.at.getTime() - turn.getTime()) < slowSeconds * 1000;
  return isTooSoon ? 'badRequest.chat.slow' : null;
}

/** `firstSeq`: the room's number of the first message that is shown at once; the others of that kind follow. */
async function writeAll(
  tx: Tx,
  performerId: number,
  messages: readonly FreshMessage[],
  firstSeq: number,
): Promise<WrittenMessage[]> {
  if (messages.length === 0) return [];
  let next = firstSeq;
  const rows = await tx
    .insert(chatMessages)
    .values(
      messages.map(({ delay, ...message }) => ({
        ...message,
        amount: message.amount ?? null,
        seq: delay === null ? next++ : null,
        sentAt: message.at,
        shownAt: delay === null ? null : new Date(message.at.getTime() + delay),
        vipSession: showOf(performerId),
      })),
    )
    .returning();
  return rows.map((row) => ({ message: toMessage(row), created: true }));
}
