import { z } from 'zod';
import { brandIdentity } from '#contract/brand.ts';
import { defaultLocale, localePath } from '#contract/locales.ts';
import { routes } from '#contract/site/routes.ts';
import { mailTexts } from '#server/content/mails.ts';
import { browsersOf, readBrowser, sendToBrowser } from '#server/identity/browsers/browsers.ts';
import { addWork, type WorkKind } from '#server/outbox/work.ts';
import { performerAccount } from '#server/performers/account/store-account.ts';
import { notePictureLost, pictureLostAt } from '#server/performers/profile/store-status.ts';
import type { Deps } from '#server/ports/deps.ts';

interface PictureNotice {
  performerId: number;
  /** Id of a browser subscription. */
  subscription: number;
  news: 'lost' | 'back';
  /** ISO time at which she was told that her picture is lost; null for one that is back. */
  lostAt: string | null;
  /** ISO time after which the notice is not sent. */
  until: string;
}

export const pictureNoticeWork: WorkKind<PictureNotice> = {
  kind: 'picture-notice',
  payload: z.object({
    performerId: z.number().int(),
    subscription: z.number().int(),
    news: z.enum(['lost', 'back']),
    lostAt: z.string().nullable(),
    until: z.string(),
  }),
};

interface PictureTelling {
  performerId: number;
  news: PictureNotice['news'];
  until: Date;
}

/**
 * Tells a performer in her browsers, once per interruption, that her picture is lost, and that it is back. Notes and
 * queues in one transaction, so that a restart neither repeats nor forgets it.
 */
export const tellOfPicture = (deps: Deps, { performerId, news, until }: PictureTelling): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const at = deps.now();
    const lostAt = news === 'lost' ? at : null;
    if (!(await notePictureLost(tx, performerId, lostAt))) return;
    const browsers = await browsersOf(tx, { kind: 'performer', performerId }, at);
    const sent = { performerId, news, lostAt: lostAt?.toISOString() ?? null, until: until.toISOString() };
    const pieces = browsers.map(({ id }) => ({ payload: { ...sent, subscription: id }, runAt: at }));
    if (pieces.length > 0) await addWork(tx, pictureNoticeWork, ...pieces);
    tx.afterCommit(() => deps.events.record(`performer.picture-${news}`, { performer: performerId }));
  });

/** Sends nothing if it is not true any more, as after the end of the stream, or if the browser was unsubscribed. */
export async function sendPictureNotice(
  deps: Deps,
  { performerId, subscription, news, lostAt, until }: PictureNotice,
): Promise<void> {
  const ttl = Math.floor((Date.parse(until) - deps.now().getTime()) / 1000);
  const now = await pictureLostAt(deps.db, performerId);
  if (ttl <= 0 || now === undefined || (now?.toISOString() ?? null) !== lostAt) return;
  const browser = await readBrowser(deps, subscription);
  if (browser?.performerId !== performerId) return;
  const lang = (await performerAccount(deps.db, performerId))?.language ?? defaultLocale;
  const texts = mailTexts.in(lang);
  await sendToBrowser(deps, browser, {
    ttl,
    urgency: 'high',
    notice: {
      title: brandIdentity.name,
      body: news === 'lost' ? texts.pictureLostNotice : texts.pictureBackNotice,
      lang,
      tag: 'picture',
      path: localePath(lang, routes.studioLive),
      // A notice that replaces another one is silent otherwise.
      ...(news === 'lost' && { renotify: true }),
    },
  });
}
