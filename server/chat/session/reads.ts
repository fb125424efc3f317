import { and, eq, ne } from 'drizzle-orm';
import type { ChatMeter } from '#contract/chat/events.ts';
import { type ChatPrices, fixedPrices, minutePrice } from '#contract/chat/prices.ts';
import { dayOf } from '#contract/day.ts';
import type { ErrorLabel } from '#contract/errors.ts';
import { isPaused, isVip } from '#contract/performers/status.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { ChatUnit } from '../units/tables.ts';
import type { ChatSession } from './chat-auth.ts';
import type { WatchedSession } from './delivery.ts';
import { chatSessions, guestWatches } from './tables.ts';

/** Locks the session's row until the transaction ends, so that nothing is counted or charged twice. */
export async function lockSession(tx: Tx, id: string): Promise<ChatSession | undefined> {
  const [session] = await tx.select().from(chatSessions).where(eq(chatSessions.id, id)).for('update');
  return session;
}

/** The two people of a chat. */
export async function sessionById(
  db: Pick<Db, 'select'>,
  id: string,
): Promise<{ performerId: number; memberId: number | null } | undefined> {
  const { performerId, memberId } = chatSessions;
  const [row] = await db.select({ performerId, memberId }).from(chatSessions).where(eq(chatSessions.id, id));
  return row;
}

/** Whether no report has arrived since the session was taken over from a process that was gone. */
export const isUnheard = ({ takenOverAt, lastSeenAt }: ChatSession): boolean =>
  takenOverAt !== null && lastSeenAt <= takenOverAt;

export async function isChatOpen({ db }: Pick<Deps, 'db'>, sessionId: string): Promise<boolean> {
  const [open] = await db
    .select({ id: chatSessions.id })
    .from(chatSessions)
    .where(and(eq(chatSessions.id, sessionId), ne(chatSessions.state, 'ended')));
  return open !== undefined;
}

type Clocked = Pick<ChatSession, 'paidMs' | 'carriedMs' | 'showFromMs'>;

/** ms of paid media: of the show, or of the stay. */
export const clockOf = ({ paidMs, carriedMs, showFromMs }: Clocked): number =>
  paidMs + carriedMs - (showFromMs ?? 0);
type Priced = Pick<WatchedSession, 'chatPrice' | 'vipPrice' | 'unitSeconds'>;

/** The prices that were copied into a session when it was joined. */
export const agreedPrices = ({ chatPrice, vipPrice, unitSeconds }: Priced): ChatPrices => ({
  chat: chatPrice,
  vip: vipPrice,
  unitSeconds,
});
/** Whether a member is or was ever in a performer's room. */
export async function wasInRoom(
  db: Pick<Db, 'select'>,
  { performerId, memberId }: { performerId: number; memberId: number },
): Promise<boolean> {
  const rows = await db
    .select({ id: chatSessions.id })
    .from(chatSessions)
    .where(and(eq(chatSessions.performerId, performerId), eq(chatSessions.memberId, memberId)))
    .limit(1);
  return rows.length > 0;
}

/** `minute` is the one that runs in the session, or that the viewer may continue. */
export function meterOf(
  session: WatchedSession,
  onlineStatus: number,
  unit: Pick<ChatUnit, 'unitMs' | 'deliveredMs'> | null | undefined,
): ChatMeter {
  const { unitSeconds } = session;
  return {
    session: session.id,
    // Guests pay nothing, or by phone.
    price: session.memberId === null ? 0 : minutePrice(agreedPrices(session), session.type, onlineStatus),
    ...(unitSeconds !== fixedPrices.unitSeconds && { unitSeconds }),
    spent: session.spent + session.carriedSpent,
    paidMs: clockOf(session),
    leftMs: unit ? unit.unitMs - unit.deliveredMs : null,
  };
}

/** Whole seconds of free chat this guest has left with this performer today. */
export async function guestSecondsLeft(deps: Deps, guestKey: string, performerId: number): Promise<number> {
  const [row] = await deps.db
    .select({ seconds: guestWatches.seconds })
    .from(guestWatches)
    .where(
      and(
        eq(guestWatches.guestKey, guestKey),
        eq(guestWatches.performerId, performerId),
        eq(guestWatches.day, dayOf(deps.now())),
      ),
    );
  return guestSecondsAfter(deps, row?.seconds ?? null);
}

/** Seconds of free chat left after `used` seconds; a null counts as 0. */
export const guestSecondsAfter = ({ config }: Pick<Deps, 'config'>, used: number | null): number =>
  Math.max(0, config.guestFreeSeconds - (used ?? 0));

/** Returns the label for a status in which no chat can be joined. */
export function absence(status: number): ErrorLabel {
  if (isPaused(status)) return 'badRequest.performer.paused';
  return isVip(status) ? 'badRequest.performer.busy' : 'badRequest.performer.offline';
}
