import { and, asc, eq, gt, inArray, isNull, lte, notExists, or, type SQLWrapper, sql } from 'drizzle-orm';
import { z } from 'zod';
import { secondsUntilQuiet } from '#contract/member/notices/notices.ts';
import { isBlocked } from '#contract/safety/geo.ts';
import { routes } from '#contract/site/routes.ts';
import { FOLLOWER_NOTICE_EVERY_MS } from '#contract/studio/follower-calls.ts';
import { isSubscribed } from '#server/identity/browsers/browsers.ts';
import { browserSubscriptions } from '#server/identity/tables.ts';
import { addWork, type WorkKind } from '#server/outbox/work.ts';
import { type FollowerMessage, isWithdrawn } from '#server/performers/followers/follower-messages.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { type Mail, mailSchema } from '#server/ports/gateways.ts';
import { inHouse, isShownTo } from '#server/ports/performer-viewer.ts';
import { isCoolingOff } from '#server/wallet/limits/reads.ts';
import { writeMail } from '../mail/mail-templates.ts';
import { affiliateIn } from '../mail/member-address.ts';
import { favourites, followerNotices, members } from '../tables.ts';
import { absentMember, countriesOf, isReachable, isToldOfLive } from './reads.ts';
import { noticeWork } from './send-notice.ts';
import { deliverWanted, stopKey } from './stop-mails.ts';

interface FollowerMail {
  memberId: number;
  performerId: number;
  /** Id of her message. Missing from mails that an earlier version queued. */
  message?: number | undefined;
  mail: Mail;
}

export const followerMailWork: WorkKind<FollowerMail> = {
  kind: 'follower-mail',
  payload: z.object({
    memberId: z.number().int(),
    performerId: z.number().int(),
    message: z.number().int().optional(),
    mail: mailSchema,
  }),
};

/** Sends nothing if the message was withdrawn, if she hides from the member meanwhile, or if the member does not want it. */
export async function sendFollowerMail(
  deps: Deps,
  { memberId, performerId, message, mail }: FollowerMail,
): Promise<void> {
  const now = deps.now();
  if (message !== undefined && (await isWithdrawn(deps.db, message))) return;
  if (!(await isToldOfLive(deps.db, { memberId, performerId, way: 'mail', now }))) return;
  const viewer = await absentMember(deps, deps.db, memberId);
  if (!(await performersFor(deps, viewer).byId(performerId))) return;
  await deliverWanted(deps, mail);
}

interface Batch {
  message: FollowerMessage;
  limit: number;
  /** Queries for rows that exclude the member of the column. */
  excluded: (memberId: SQLWrapper) => readonly SQLWrapper[];
}

type Follower = Pick<typeof members.$inferSelect, 'id' | 'email' | 'language' | 'meta' | 'verifiedAt'> & {
  mail: boolean;
  browser: boolean;
};

/** The next followers who want to be told and were told of no message lately, by id. Holds their rows against an erasure. */
const nextFollowers = (tx: Tx, now: Date, { message, limit, excluded }: Batch): Promise<Follower[]> =>
  tx
    .select({
      id: members.id,
      email: members.email,
      language: members.language,
      meta: members.meta,
      verifiedAt: members.verifiedAt,
      mail: favourites.liveMail,
      browser: favourites.liveBrowser,
    })
    .from(favourites)
    .innerJoin(members, eq(members.id, favourites.memberId))
    .leftJoin(followerNotices, eq(followerNotices.memberId, favourites.memberId))
    .where(
      and(
        eq(favourites.performerId, message.performerId),
        or(favourites.liveMail, favourites.liveBrowser),
        gt(favourites.memberId, message.toldTo),
        isReachable,
        or(
          isNull(followerNotices.toldAt),
          lte(followerNotices.toldAt, new Date(now.getTime() - FOLLOWER_NOTICE_EVERY_MS)),
        ),
        notExists(isCoolingOff(tx, favourites.memberId, now)),
        ...excluded(favourites.memberId).map((rows) => notExists(rows)),
      ),
    )
    .orderBy(asc(favourites.memberId))
    .limit(limit)
    .for('share', { of: members });

/**
 * Queues mails and notices for a batch of followers, with as many statements for many as for one. Returns the last one's
 * id; null if none is left. Neither mail nor notice has her text or name.
 */
export async function queueFollowerNotices(deps: Deps, tx: Tx, batch: Batch): Promise<number | null> {
  const now = deps.now();
  const rows = await nextFollowers(tx, now, batch);
  const last = rows.at(-1);
  if (!last) return null;
  const { performerId } = batch.message;
  const reached = await reachable(deps, tx, { rows, performerId });
  if (reached.length === 0) return last.id;
  const mails = reached
    .filter(({ mail, verifiedAt }) => mail && verifiedAt)
    .map((row) => ({ payload: mailTo(deps, row, batch.message), runAt: now }));
  if (mails.length > 0) await addWork(tx, followerMailWork, ...mails);
  await queueBrowsers(deps, tx, {
    memberIds: reached.filter(({ browser }) => browser).map(({ id }) => id),
    message: batch.message,
  });
  await tx
    .insert(followerNotices)
    .values(reached.map(({ id: memberId }) => ({ memberId, toldAt: now })))
    .onConflictDoUpdate({ target: followerNotices.memberId, set: { toldAt: sql`excluded.told_at` } });
  return last.id;
}

/** Those of the rows who may know of her, and whose place the operator serves. */
async function reachable(
  deps: Deps,
  tx: Tx,
  { rows, performerId }: { rows: readonly Follower[]; performerId: number },
): Promise<Follower[]> {
  const performer = await performersFor({ db: tx as Deps['db'] }, inHouse).byId(performerId);
  if (!performer) return [];
  const places = await countriesOf(
    tx,
    rows.map(({ id }) => id),
    deps.now(),
  );
  return rows.filter(({ id }) => {
    const countries = places.get(id) ?? [];
    // Whom she blocks is no row of the batch.
    return (
      isShownTo({ countries, blockers: [] }, performer) &&
      !countries.some((country) => isBlocked(deps.config.geo.block, { country, region: null }))
    );
  });
}

function mailTo(
  deps: Deps,
  { id: memberId, email: to, language: lang, meta }: Follower,
  { id: message, performerId }: FollowerMessage,
): FollowerMail {
  const key = stopKey(deps, { memberId, kind: 'live' });
  const stop = `${routes.stopMails}?${new URLSearchParams({ about: 'live', key })}`;
  const head = { to, lang, affiliate: affiliateIn(meta), path: routes.favourites, stop };
  return { memberId, performerId, message, mail: writeMail(deps, 'follower', head) };
}

async function queueBrowsers(
  { webPush, now: clock }: Deps,
  tx: Tx,
  { memberIds, message }: { memberIds: readonly number[]; message: FollowerMessage },
): Promise<void> {
  if (!webPush || memberIds.length === 0) return;
  const now = clock();
  const until = new Date(now.getTime() + secondsUntilQuiet(now) * 1000).toISOString();
  const rows = await tx
    .select({ subscription: browserSubscriptions.id })
    .from(browserSubscriptions)
    .where(and(inArray(browserSubscriptions.memberId, [...memberIds]), isSubscribed(tx, now)));
  const pieces = rows.map(({ subscription }) => ({
    payload: { subscription, until, writer: message.performerId, message: message.id },
    runAt: now,
  }));
  if (pieces.length > 0) await addWork(tx, noticeWork, ...pieces);
}
