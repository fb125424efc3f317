import { and, asc, eq, gt, isNull, lt, lte, max, ne, notExists, or, type SQL, sql } from 'drizzle-orm';
import { isQuiet, NOTICE_EVERY_MS, NOTICE_WINDOW_MS, UNREAD_MS } from '#contract/member/notices/notices.ts';
import { canBeTold } from '#server/member/notices/reads.ts';
import { tellOfMessages } from '#server/member/notices/tell-member.ts';
import type { Deps } from '#server/ports/deps.ts';
import { isCoolingOff } from '#server/wallet/limits/reads.ts';
import { isOwnSide, ownSide } from '../reads.ts';
import { conversations, privateMessages, unreadNotices } from '../tables.ts';

/** Members per run. */
const BATCH = 200;

/**
 * Tells members of messages that have been unread for a while: once in 24 hours, once per message, never at night.
 * Returns the number of members told.
 */
export async function tellUnread(deps: Deps): Promise<number> {
  const now = deps.now();
  if (!deps.brand.hasFeature('messenger') || isQuiet(now)) return 0;
  let count = 0;
  for (const member of await membersToTell(deps, now)) if (await tellOne(deps, member, now)) count += 1;
  return count;
}

interface Due {
  memberId: number;
  /** The newest message that has waited long enough. */
  messageId: number;
}

const ago = (now: Date, ms: number): Date => new Date(now.getTime() - ms);

async function membersToTell({ db, webPush }: Deps, now: Date): Promise<Due[]> {
  const { memberId } = conversations;
  const rows = await db
    .select({ memberId, messageId: max(privateMessages.id) })
    .from(privateMessages)
    .innerJoin(conversations, eq(conversations.id, privateMessages.conversationId))
    .innerJoin(ownSide, isOwnSide({ side: 'member', id: 0 }))
    .leftJoin(unreadNotices, eq(unreadNotices.memberId, memberId))
    .where(
      and(
        eq(privateMessages.owner, 'performer'),
        gt(privateMessages.sentAt, ago(now, NOTICE_WINDOW_MS)),
        lte(privateMessages.sentAt, ago(now, UNREAD_MS)),
        gt(privateMessages.seq, sql`greatest(${ownSide.readSeq}, ${ownSide.deletedSeq})`),
        isWanted,
        isNews(now),
        canBeTold(db, memberId, { kind: 'messages', now, inBrowsers: webPush !== null }),
        notExists(isCoolingOff(db, memberId, now)),
      ),
    )
    .groupBy(memberId)
    .orderBy(asc(max(privateMessages.id)))
    .limit(BATCH);
  return rows.flatMap(({ memberId, messageId }) => (messageId === null ? [] : [{ memberId, messageId }]));
}

/** The member has not muted, blocked or archived the conversation. */
const isWanted = and(
  eq(ownSide.isMuted, false),
  eq(ownSide.isBlocked, false),
  or(isNull(ownSide.archivedSeq), ne(ownSide.archivedSeq, conversations.lastSeq)),
);

/** The member was not told recently, and never of this message. */
const isNews = (now: Date): SQL | undefined =>
  or(
    isNull(unreadNotices.memberId),
    and(
      lte(unreadNotices.toldAt, ago(now, NOTICE_EVERY_MS)),
      lt(unreadNotices.messageId, privateMessages.id),
    ),
  );

/** Claims and queues in one transaction: only one of two nodes gets the row, and a killed one leaves nothing. */
async function tellOne(deps: Deps, { memberId, messageId }: Due, now: Date): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const claimed = await tx
      .insert(unreadNotices)
      .values({ memberId, toldAt: now, messageId })
      .onConflictDoUpdate({
        target: unreadNotices.memberId,
        set: { toldAt: now, messageId },
        // Checked against the current row: another node may have been first.
        setWhere: sql`${lte(unreadNotices.toldAt, ago(now, NOTICE_EVERY_MS))} and ${lt(unreadNotices.messageId, messageId)}`,
      })
      .returning({ memberId: unreadNotices.memberId });
    if (claimed.length === 0) return false;
    await tellOfMessages(deps, tx, memberId);
    return true;
  });
}
