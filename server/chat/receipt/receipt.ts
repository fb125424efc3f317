import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Receipt } from '#contract/chat/receipt.ts';
import { transfers } from '#server/ledger/tables.ts';
import { performerById } from '#server/performers/profile/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { chatMinutes } from '../minutes/tables.ts';
import type { ChatSession } from '../session/chat-auth.ts';
import { tips } from '../tips/tables.ts';
import { vipRequests } from '../vip/tables.ts';

/** What a session cost, from the transfers of its minutes and tips. */
export async function readReceipt(deps: Pick<Deps, 'db'>, session: ChatSession): Promise<Receipt> {
  const performer = await performerById(deps, session.performerId);
  const { charged, returned, tipped } = await readSums(deps, session);
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
    modes: await readModes(deps, session),
    minutes: session.minutes,
    deliveredMs: session.deliveredMs,
    stalledMs: Math.max(0, watched - session.deliveredMs),
    charged,
    returned,
    tips: tipped,
    total: charged - returned + tipped,
  };
}

/** A show began as another chat. */
async function readModes({ db }: Pick<Deps, 'db'>, { id, type }: ChatSession): Promise<Receipt['modes']> {
  if (type !== 'vip') return [type];
  const shows = await db
    .select({ cameFrom: vipRequests.cameFrom })
    .from(vipRequests)
    .where(and(eq(vipRequests.sessionId, id), inArray(vipRequests.state, ['accepted', 'stopped'])));
  return [...shows.map(({ cameFrom }) => cameFrom), type];
}

const amount = sql<number>`coalesce(sum(${transfers.amount}), 0)`.mapWith(Number);

/** A guest pays nothing. */
async function readSums(
  { db }: Pick<Deps, 'db'>,
  { id, memberId }: ChatSession,
): Promise<{ charged: number; returned: number; tipped: number }> {
  if (memberId === null) return { charged: 0, returned: 0, tipped: 0 };
  const sum = () => db.select({ amount }).from(transfers);
  const charged = await sum()
    .innerJoin(chatMinutes, eq(chatMinutes.transferId, transfers.id))
    .where(eq(chatMinutes.boughtIn, id));
  const returned = await sum()
    .innerJoin(chatMinutes, eq(chatMinutes.returnTransferId, transfers.id))
    .where(eq(chatMinutes.sessionId, id));
  const tipped = await sum().innerJoin(tips, eq(tips.transferId, transfers.id)).where(eq(tips.sessionId, id));
  return { charged: only(charged), returned: only(returned), tipped: only(tipped) };
}

const only = ([row]: { amount: number }[]): number => row?.amount ?? 0;
