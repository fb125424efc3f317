import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { brandIdentity } from '#contract/brand.ts';
import { type Locale, localePath } from '#contract/locales.ts';
import type { BrowserNotice } from '#contract/member/notices/notices.ts';
import { routes } from '#contract/site/routes.ts';
import { mailTexts } from '#server/content/mails.ts';
import { readBrowser, sendToBrowser } from '#server/identity/browsers/browsers.ts';
import type { WorkKind } from '#server/outbox/work.ts';
import { isWithdrawn } from '#server/performers/followers/follower-messages.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import { type LiveStart, liveStart, readLiveStart } from '#server/performers/profile/live-start.ts';
import type { Deps } from '#server/ports/deps.ts';
import { coolOffOf } from '#server/wallet/limits/reads.ts';
import { members } from '../tables.ts';
import { absentMember, isReachable, isToldOfLive } from './reads.ts';

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
  const browser = await readBrowser(deps, subscription);
  if (!browser || browser.memberId === null) return;
  const { memberId, messages } = browser;
  const [member] = await deps.db
    .select({ lang: members.language })
    .from(members)
    .where(and(eq(members.id, memberId), isReachable));
  if (!member) return;
  const to = { memberId, lang: member.lang };
  const notice = start
    ? await noticeOfLive(deps, start, to)
    : writer !== undefined
      ? await noticeOfWriter(deps, { performerId: writer, message: written }, to)
      : messages && !(await coolOffOf(deps.db, memberId, now)) && noticeOfMessages(member.lang);
  if (notice) await sendToBrowser(deps, browser, { notice, ttl });
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
