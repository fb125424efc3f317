import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { brandIdentity } from '#contract/brand.ts';
import { type Locale, localePath } from '#contract/locales.ts';
import type { BrowserNotice } from '#contract/member/notices/notices.ts';
import { routes } from '#contract/site/routes.ts';
import { mailTexts } from '#server/content/mails.ts';
import type { WorkKind } from '#server/outbox/work.ts';
import { isWithdrawn } from '#server/performers/followers/follower-messages.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import { type LiveStart, liveStart, readLiveStart } from '#server/performers/profile/live-start.ts';
import type { Deps } from '#server/ports/deps.ts';
import { coolOffOf } from '#server/wallet/limits/reads.ts';
import { browserSubscriptions, members } from '../tables.ts';
import { absentMember, isReachable, isSubscribed, isToldOfLive } from './reads.ts';

interface NoticeToSend {
  /** Id of a browser subscription. */
  subscription: number;
  /** ISO time after which the notice is not sent. */
  until: string;
  /** What the notice is about; unread messages if missing. */
  start?: LiveStart | undefined;
  /** Id of a performer who wrote to her followers. */
  writer?: number | undefined;
  /** Id of the writer's message. Missing from notices that an earlier version queued. */
  message?: number | undefined;
}

export const noticeWork: WorkKind<NoticeToSend> = {
  kind: 'browser-notice',
  payload: z.object({
    subscription: z.number().int(),
    until: z.string(),
    start: liveStart.optional(),
    writer: z.number().int().optional(),
    message: z.number().int().optional(),
  }),
};

/**
 * Sends a notice to one browser, unless the member does not want it any more. After `until` it is dropped, so that it is
 * not shown at night.
 */
export async function sendNotice(
  deps: Deps,
  { subscription, until, start, writer, message: written }: NoticeToSend,
): Promise<void> {
  const now = deps.now();
  const ttl = Math.floor((Date.parse(until) - now.getTime()) / 1000);
  if (!deps.webPush || ttl <= 0) return;
  const isIt = eq(browserSubscriptions.id, subscription);
  const [row] = await deps.db
    .select({ browser: browserSubscriptions, lang: members.language })
    .from(browserSubscriptions)
    .innerJoin(members, eq(members.id, browserSubscriptions.memberId))
    .where(and(isIt, isReachable, isSubscribed(deps.db, now)));
  if (!row) return;
  const { memberId, messages } = row.browser;
  const to = { memberId, lang: row.lang };
  const notice = start
    ? await noticeOfLive(deps, start, to)
    : writer !== undefined
      ? await noticeOfWriter(deps, { performerId: writer, message: written }, to)
      : messages && !(await coolOffOf(deps.db, memberId, now)) && noticeOfMessages(row.lang);
  if (!notice) return;
  const { endpoint, p256dh, auth } = row.browser;
  const message = { text: JSON.stringify(notice), ttl, topic: notice.tag };
  const outcome = await deps.webPush.send({ endpoint, keys: { p256dh, auth } }, message);
  if (outcome === 'gone') await deps.db.delete(browserSubscriptions).where(isIt);
  deps.events.record(outcome === 'gone' ? 'notice.gone' : 'notice.sent');
}

const noticeOfMessages = (lang: Locale): BrowserNotice => ({
  title: brandIdentity.name,
  body: mailTexts.in(lang).notice,
  lang,
  tag: 'messages',
  path: localePath(lang, routes.messenger),
});

/** Null if the message was withdrawn, if the member does not want it any more, or if she hides from the member meanwhile. */
async function noticeOfWriter(
  deps: Deps,
  { performerId, message }: { performerId: number; message: number | undefined },
  { memberId, lang }: { memberId: number; lang: Locale },
): Promise<BrowserNotice | null> {
  if (message !== undefined && (await isWithdrawn(deps.db, message))) return null;
  if (!(await isToldOfLive(deps.db, { memberId, performerId, way: 'browser', now: deps.now() }))) return null;
  const viewer = await absentMember(deps, deps.db, memberId);
  if (!(await performersFor(deps, viewer).byId(performerId))) return null;
  return {
    title: brandIdentity.name,
    body: mailTexts.in(lang).followerNotice,
    lang,
    tag: 'followers',
    path: localePath(lang, routes.favourites),
  };
}

/** Null if it is over or not wanted any more. Neither title nor text names her: others may see the screen. */
async function noticeOfLive(
  deps: Deps,
  start: LiveStart,
  { memberId, lang }: { memberId: number; lang: Locale },
): Promise<BrowserNotice | null> {
  const { performerId } = start;
  if (!(await isToldOfLive(deps.db, { memberId, performerId, way: 'browser', now: deps.now() }))) return null;
  const live = await readLiveStart(deps.db, start, await absentMember(deps, deps.db, memberId));
  return (
    live && {
      title: brandIdentity.name,
      body: mailTexts.in(lang).liveNotice,
      lang,
      tag: `live-${performerId}`,
      path: localePath(lang, routes.profile(live.username)),
    }
  );
}
