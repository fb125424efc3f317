import { and, eq, gt, lt } from 'drizzle-orm';
import { z } from 'zod';
import {
  LIVE_DAY_MS,
  LIVE_VALID_MS,
  type LiveNotice,
  mayTellOfLive,
} from '#contract/member/notices/live-notice-calls.ts';
import { secondsUntilQuiet } from '#contract/member/notices/notices.ts';
import { isBlocked } from '#contract/safety/geo.ts';
import { routes } from '#contract/site/routes.ts';
import { browsersOf } from '#server/identity/browsers/browsers.ts';
import { addWork, type WorkKind } from '#server/outbox/work.ts';
import { type LiveStart, liveStart, readLiveStart } from '#server/performers/profile/live-start.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { type Mail, mailSchema } from '#server/ports/gateways.ts';
import { writeMail } from '../mail/mail-templates.ts';
import { memberAffiliate } from '../mail/member-address.ts';
import { favourites, liveNotices, members } from '../tables.ts';
import { absentMember, isReachable, isToldOfLive } from './reads.ts';
import { noticeWork } from './send-notice.ts';
import { deliverWanted, stopKey } from './stop-mails.ts';

interface LiveMail {
  /** The member; missing in work that an earlier version queued, which is dropped. */
  memberId?: number | undefined;
  mail: Mail;
  start: LiveStart;
  /** ISO time after which the mail is not sent. */
  until: string;
}

export const liveMailWork: WorkKind<LiveMail> = {
  kind: 'live-mail',
  payload: z.object({
    memberId: z.number().int().optional(),
    mail: mailSchema,
    start: liveStart,
    until: z.string(),
  }),
};

/**
 * Sends nothing if she has stopped or hides from the member meanwhile, if the member does not want it any more, or if
 * retries took too long.
 */
export async function sendLiveMail(deps: Deps, { memberId, mail, start, until }: LiveMail): Promise<void> {
  const now = deps.now();
  if (memberId === undefined || now.getTime() >= Date.parse(until)) return;
  if (!(await isToldOfLive(deps.db, { memberId, performerId: start.performerId, way: 'mail', now }))) return;
  const viewer = await absentMember(deps, deps.db, memberId);
  if (!(await readLiveStart(deps.db, start, viewer))) return;
  await deliverWanted(deps, mail);
}

/**
 * Claims and queues the notices to one member in one transaction: only one of two nodes gets the row, and a killed one
 * leaves nothing.
 */
export const queueLiveNotice = (deps: Deps, memberId: number, start: LiveStart): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const now = deps.now();
    // Serializes the member's notices, so that the limits hold, and an erasure comes before or after.
    const [member] = await tx
      .select()
      .from(members)
      .where(and(eq(members.id, memberId), isReachable))
      .for('no key update');
    if (!member || !mayTellOfLive(start.performerId, await earlierNotices(tx, memberId, now), now)) return;
    const viewer = await absentMember(deps, tx, memberId);
    if (viewer.countries.some((country) => isBlocked(deps.config.geo.block, { country, region: null })))
      return;
    if (!(await readLiveStart(tx, start, viewer))) return;
    const { mail, browsers } = await waysOf(deps, tx, { member, performerId: start.performerId, now });
    if (!mail && browsers.length === 0) return;
    const claim = {
      memberId,
      performerId: start.performerId,
      publicSince: new Date(start.since),
      toldAt: now,
    };
    const claimed = await tx.insert(liveNotices).values(claim).onConflictDoNothing().returning();
    if (claimed.length === 0) return;
    const valid = Math.min(LIVE_VALID_MS, secondsUntilQuiet(now) * 1000);
    const until = new Date(now.getTime() + valid).toISOString();
    if (mail) {
      const stop = `${routes.stopMails}?${new URLSearchParams({ about: 'live', key: stopKey(deps, { memberId, kind: 'live' }) })}`;
      const affiliate = await memberAffiliate(tx, memberId);
      const head = { to: member.email, lang: member.language, affiliate, path: routes.favourites, stop };
      const payload = { memberId, mail: writeMail(deps, 'live', head), start, until };
      await addWork(tx, liveMailWork, { payload, runAt: now });
    }
    for (const subscription of browsers)
      await addWork(tx, noticeWork, { payload: { subscription, until, start }, runAt: now });
  });

const earlierNotices = (tx: Tx, memberId: number, now: Date): Promise<LiveNotice[]> =>
  tx
    .select({ performerId: liveNotices.performerId, toldAt: liveNotices.toldAt })
    .from(liveNotices)
    .where(
      and(eq(liveNotices.memberId, memberId), gt(liveNotices.toldAt, new Date(now.getTime() - LIVE_DAY_MS))),
    );

interface Followed {
  member: typeof members.$inferSelect;
  performerId: number;
  now: Date;
}

/** As chosen for this favourite: whether by mail, and the ids of the browsers. */
async function waysOf(
  { webPush }: Deps,
  tx: Tx,
  { member, performerId, now }: Followed,
): Promise<{ mail: boolean; browsers: number[] }> {
  const [favourite] = await tx
    .select({ mail: favourites.liveMail, browser: favourites.liveBrowser })
    .from(favourites)
    .where(and(eq(favourites.memberId, member.id), eq(favourites.performerId, performerId)));
  const mail = favourite?.mail === true && member.verifiedAt !== null;
  if (!favourite?.browser || !webPush) return { mail, browsers: [] };
  const rows = await browsersOf(tx, { kind: 'member', memberId: member.id }, now);
  return { mail, browsers: rows.map(({ id }) => id) };
}

/** Longer than any retry of the work that tells. */
const KEPT_MS = 3 * LIVE_DAY_MS;

/** Deletes what no limit counts any more. */
export async function sweepLiveNotices({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await db.delete(liveNotices).where(lt(liveNotices.toldAt, new Date(now().getTime() - KEPT_MS)));
}
