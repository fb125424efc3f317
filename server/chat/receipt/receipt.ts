import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Receipt } from '#contract/chat/receipt.ts';
import { transfers } from '#server/ledger/tables.ts';
import { performerNames } from '#server/performers/profile/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { chatMinutes } from '../minutes/tables.ts';
import type { ChatSession } from '../session/chat-auth.ts';
import { tips } from '../tips/tables.ts';
import { toyTimesOf } from '../toys/reads.ts';
import { vipRequests } from '../vip/tables.ts';

/** What a session cost, from the transfers of its minutes and tips. */
export async function readReceipt(deps: Pick<Deps, 'db'>, session: ChatSession): Promise<Receipt> {
  const [receipt] = await readReceipts(deps, [session]);
  if (!receipt) throw new Error('no receipt was made');
  return receipt;
}

/** The same for several, in their order, with as many queries as for one. */
export async function readReceipts(
  deps: Pick<Deps, 'db'>,
  sessions: readonly ChatSession[],
): Promise<Receipt[]> {
  const names = await performerNames(
    deps,
    sessions.map(({ performerId }) => performerId),
  );
  // A guest pays nothing.
  const paying = sessions.filter(({ memberId }) => memberId !== null);
  const ids = paying.map(({ id }) => id);
  const sums = await readSums(deps, ids);
  const toys = await toyTimesOf(deps, ids);
  const shows = await readShowsOf(
    deps,
    paying.filter(({ type }) => type === 'vip').map(({ id }) => id),
  );
  return sessions.map((session) => {
    const { id, performerId, type } = session;
    const toy = toys.get(id);
    const performer = names.get(performerId) ?? '';
    const modes = [...(shows.get(id) ?? []), type];
    return { ...watchedIn(session), ...paidIn(sums, id), ...(toy ? { toy } : {}), modes, performer };
  });
}

type Watched = Omit<Receipt, 'performer' | 'toy' | 'modes' | keyof ReturnType<typeof paidIn>>;

function watchedIn(session: ChatSession): Watched {
  const { firstFrameAt, endedAt, lastSeenAt, deliveredMs } = session;
  const watched = firstFrameAt === null ? 0 : (endedAt ?? lastSeenAt).getTime() - firstFrameAt.getTime();
  return {
    session: session.id,
    startedAt: firstFrameAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    reason: session.endReason,
    minutes: session.minutes,
    deliveredMs,
    stalledMs: Math.max(0, watched - deliveredMs),
  };
}

function paidIn(sums: Sums, id: string) {
  const [charged, returned, tipped] = [sums.charged, sums.returned, sums.tipped].map(
    (sum) => sum.get(id) ?? 0,
  ) as [number, number, number];
  return { charged, returned, tips: tipped, total: charged - returned + tipped };
}

/** What these sessions were before they became a show. */
async function readShowsOf(
  { db }: Pick<Deps, 'db'>,
  sessions: readonly string[],
): Promise<Map<string, Receipt['modes']>> {
  if (sessions.length === 0) return new Map();
  const shows = await db
    .select({ session: vipRequests.beganIn, cameFrom: vipRequests.cameFrom })
    .from(vipRequests)
    .where(
      and(inArray(vipRequests.beganIn, [...sessions]), inArray(vipRequests.state, ['accepted', 'stopped'])),
    );
  return new Map(shows.map(({ session, cameFrom }) => [session, [cameFrom]]));
}

const amount = sql<number>`sum(${transfers.amount})`.mapWith(Number);

/** Credits by session. */
type Sums = Record<'charged' | 'returned' | 'tipped', Map<string, number>>;

async function readSums({ db }: Pick<Deps, 'db'>, sessions: readonly string[]): Promise<Sums> {
  const ids = [...sessions];
  if (ids.length === 0) return { charged: new Map(), returned: new Map(), tipped: new Map() };
  const charged = await db
    .select({ session: chatMinutes.boughtIn, amount })
    .from(transfers)
    .innerJoin(chatMinutes, eq(chatMinutes.transferId, transfers.id))
    .where(inArray(chatMinutes.boughtIn, ids))
    .groupBy(chatMinutes.boughtIn);
  const returned = await db
    .select({ session: chatMinutes.sessionId, amount })
    .from(transfers)
    .innerJoin(chatMinutes, eq(chatMinutes.returnTransferId, transfers.id))
    .where(inArray(chatMinutes.sessionId, ids))
    .groupBy(chatMinutes.sessionId);
  const tipped = await db
    .select({ session: tips.sessionId, amount })
    .from(transfers)
    .innerJoin(tips, eq(tips.transferId, transfers.id))
    .where(inArray(tips.sessionId, ids))
    .groupBy(tips.sessionId);
  return { charged: bySession(charged), returned: bySession(returned), tipped: bySession(tipped) };
}

const bySession = (rows: readonly { session: string; amount: number }[]): Map<string, number> =>
  new Map(rows.map((row) => [row.session, row.amount]));
