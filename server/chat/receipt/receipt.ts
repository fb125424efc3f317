import { eq, sql } from 'drizzle-orm';
import type { Receipt } from '#contract/chat/receipt.ts';
import { transfers } from '#server/ledger/tables.ts';
import { performerById } from '#server/performers/profile/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { chatMinutes } from '../minutes/tables.ts';
import type { ChatSession } from '../session/chat-auth.ts';
import { tips } from '../tips/tables.ts';

/** What a session cost, from the transfers of its minutes and tips. */
export async function readReceipt(deps: Pick<Deps, 'db'>, session: ChatSession): Promise<Receipt> {
  const [performer, charged, returned, tipped] = [
    await performerById(deps, session.performerId),
    await sumOf(deps, 'charged', session.id),
    await sumOf(deps, 'returned', session.id),
    await sumOf(deps, 'tips', session.id),
  ];
  const watched =
    session.firstFrameAt === null
      ? 0
      : (session.endedAt ?? session.lastSeenAt).getTime() - session.firstFrameAt.getTime();
  return {
    session: session.id,
    performer: performer?.username ?? '',
    startedAt: session.firstFrameAt?.toISOString() ?? null,
    endedAt: session.endedAt?.toISOString() ?? null,
    reason: session.endReason,
    modes: [session.type],
    minutes: session.minutes,
    deliveredMs: session.deliveredMs,
    stalledMs: Math.max(0, watched - session.deliveredMs),
    charged,
    returned,
    tips: tipped,
    total: charged - returned + tipped,
  };
}

const amount = sql<number>`coalesce(sum(${transfers.amount}), 0)`.mapWith(Number);

async function sumOf(
  { db }: Pick<Deps, 'db'>,
  part: 'charged' | 'returned' | 'tips',
  sessionId: string,
): Promise<number> {
  const query = db.select({ amount }).from(transfers);
  const joined = {
    charged: () =>
      query
        .innerJoin(chatMinutes, eq(chatMinutes.transferId, transfers.id))
        .where(eq(chatMinutes.boughtIn, sessionId)),
    returned: () =>
      query
        .innerJoin(chatMinutes, eq(chatMinutes.returnTransferId, transfers.id))
        .where(eq(chatMinutes.sessionId, sessionId)),
    tips: () => query.innerJoin(tips, eq(tips.transferId, transfers.id)).where(eq(tips.sessionId, sessionId)),
  }[part]();
  const [row] = await joined;
  return row?.amount ?? 0;
}
