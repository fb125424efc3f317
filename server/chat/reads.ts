import { and, asc, count, desc, eq, gt, ne } from 'drizzle-orm';
import { GAP_LIMIT } from '#contract/chat/calls.ts';
import type { ChatMeter } from '#contract/chat/events.ts';
import type { ChatMessage } from '#contract/chat/messages.ts';
import { minutePrice } from '#contract/chat/session.ts';
import type { Deps } from '#server/deps.ts';
import { toMessage } from './line.ts';
import type { ChatSession } from './session-auth.ts';
import { chatMessages, chatSessions, guestWatches } from './tables.ts';

/** The media server's name of a performer's stream. */
export const streamRoom = (performerId: number): string => `performer-${performerId}`;

/** Lines after a number, oldest first, at most GAP_LIMIT. */
export async function linesAfter(
  deps: Pick<Deps, 'db'>,
  performerId: number,
  after: number,
): Promise<ChatMessage[]> {
  const rows = await deps.db
    .select()
    .from(chatMessages)
    .where(and(eq(chatMessages.performerId, performerId), gt(chatMessages.seq, after)))
    .orderBy(asc(chatMessages.seq))
    .limit(GAP_LIMIT);
  return rows.map(toMessage);
}

/** The newest lines of a room, oldest first. */
export async function latestLines(
  deps: Pick<Deps, 'db'>,
  performerId: number,
  limit: number,
): Promise<ChatMessage[]> {
  const rows = await deps.db
    .select()
    .from(chatMessages)
    .where(eq(chatMessages.performerId, performerId))
    .orderBy(desc(chatMessages.seq))
    .limit(limit);
  return rows.reverse().map(toMessage);
}

export async function countViewers(deps: Pick<Deps, 'db'>, performerId: number): Promise<number> {
  const [row] = await deps.db
    .select({ viewers: count() })
    .from(chatSessions)
    .where(and(eq(chatSessions.performerId, performerId), ne(chatSessions.state, 'ended')));
  return row?.viewers ?? 0;
}

/** What a viewer's meter shows; the price is that of the running minute. */
export function meterOf(session: ChatSession, onlineStatus: number): ChatMeter {
  return {
    session: session.id,
    price: minutePrice(session.type, onlineStatus),
    spent: session.spent,
    paidUntil: session.paidUntil?.toISOString() ?? null,
  };
}

export const dayOf = (now: Date): string => now.toISOString().slice(0, 10);

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
  return Math.max(0, deps.config.guestFreeSeconds - (row?.seconds ?? 0));
}
