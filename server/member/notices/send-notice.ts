import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { brandIdentity } from '#contract/brand.ts';
import { localePath } from '#contract/locales.ts';
import type { BrowserNotice } from '#contract/member/notices/notices.ts';
import { routes } from '#contract/routes.ts';
import { mailTexts } from '#server/content/mails.ts';
import type { WorkKind } from '#server/outbox/work.ts';
import type { Deps } from '#server/ports/deps.ts';
import { members } from '../tables.ts';
import { isReachable, isSubscribed } from './reads.ts';
import { browserSubscriptions } from './tables.ts';

interface NoticeToSend {
  /** Id of a browser subscription. */
  subscription: number;
  /** ISO time after which the notice is not sent. */
  until: string;
}

export const noticeWork: WorkKind<NoticeToSend> = {
  kind: 'browser-notice',
  payload: z.object({ subscription: z.number().int(), until: z.string() }),
};

/** Sends a notice to one browser. After `until` it is dropped, so that it is not shown at night. */
export async function sendNotice(deps: Deps, { subscription, until }: NoticeToSend): Promise<void> {
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
  const { endpoint, p256dh, auth } = row.browser;
  const notice: BrowserNotice = {
    title: brandIdentity.name,
    body: mailTexts.in(row.lang).notice,
    lang: row.lang,
    tag: 'messages',
    path: localePath(row.lang, routes.messenger),
  };
  const message = { text: JSON.stringify(notice), ttl, topic: notice.tag };
  const outcome = await deps.webPush.send({ endpoint, keys: { p256dh, auth } }, message);
  if (outcome === 'gone') await deps.db.delete(browserSubscriptions).where(isIt);
  deps.events.record(outcome === 'gone' ? 'notice.gone' : 'notice.sent');
}
