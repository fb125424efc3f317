import { dayOf, mondayOf, startOfDay } from '#contract/day.ts';
import { pastMonths, payableFrom } from '#contract/desk/money/payout-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { defaultLocale } from '#contract/locales.ts';
import type { Place } from '#contract/media/uploads.ts';
import {
  type readOverview as call,
  EXPIRES_DAYS,
  firstSteps,
  type Overview,
  type PagePart,
  pageParts,
  type Worth,
} from '#contract/studio/numbers/overview-calls.ts';
import { payoutCents } from '#contract/wallet/prices.ts';
import { requireFeature } from '#server/calls/handler.ts';
import { runningSumsOf } from '#server/chat/receipt/earned-totals.ts';
import { namedModerators } from '#server/chat/room/moderators/reads.ts';
import { type RoomTipping, tippingOf } from '#server/chat/tipping/reads.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { earnedByMonth } from '#server/ledger/earnings.ts';
import type { ItemRow } from '#server/media/images/image-url.ts';
import { itemRowsOf } from '#server/media/uploads/own-albums.ts';
import { countFavouritesOf } from '#server/member/favourites/favourites.ts';
import { unreadOf } from '#server/messaging/reads.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import { pictureOf } from '#server/performers/profile/read-profile.ts';
import type { Performer } from '#server/performers/reads.ts';
import { type RecordRow, recordById } from '#server/performers/records/find-records.ts';
import { payoutDue } from '#server/performers/records/payout-due.ts';
import { startsOf } from '#server/performers/schedule/starts.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { paidByMonth } from '#server/wallet/payouts/reads.ts';
import { nextPayoutOf } from '../earnings/worth.ts';

const EXPIRES_MS = EXPIRES_DAYS * 86_400_000;

export async function readOverview(deps: Deps, caller: Caller): Promise<OutputOf<typeof call>> {
  requireFeature(deps, 'studio');
  const { performerId } = requirePerformer(caller);
  const { db, config } = deps;
  const now = deps.now();
  const monday = startOfDay(mondayOf(dayOf(now)));
  const [performer, record] = [
    await performersFor(deps, inHouse).byId(performerId),
    await recordById(db, performerId),
  ];
  if (!performer || !record) throw new AppError('badRequest.unauthorized');
  const items = await itemRowsOf(db, performerId);
  const [start] = await startsOf(db, performerId, now);
  const tipping = await tippingOf(deps, performerId);
  const isIdentified = config.identityRequired ? record.approvedAt !== null : null;
  const count = (state: 'waiting' | 'refused') => items.filter((item) => item.state === state).length;
  const earned = await runningSumsOf(deps, performerId);
  const favourites = await countFavouritesOf(db, performerId, monday);
  return {
    today: worthOf(deps, earned.day),
    week: worthOf(deps, earned.week),
    unread: deps.brand.hasFeature('messenger')
      ? await unreadOf(db, { side: 'performer', id: performerId })
      : null,
    start: start?.toISOString() ?? null,
    favourites: { total: favourites.total, week: favourites.recent },
    missing: missingParts({ performer, items }),
    pictures: { waiting: count('waiting'), refused: count('refused') },
    expiring: (await namedModerators(deps, performerId))
      .filter(({ row }) => row.until.getTime() - now.getTime() <= EXPIRES_MS)
      .map(({ row, name }) => ({ name, until: row.until.toISOString() })),
    payout: await comingPayout(deps, record),
    firstDay: firstDayOf({ performer, items, tipping, start, isIdentified }, now),
  };
}

interface Page {
  readonly performer: Performer;
  readonly items: readonly ItemRow[];
}

/** What a visitor would miss. A text counts in the language that others fall back to. */
function missingParts({ performer, items }: Page): PagePart[] {
  const texts = performer.texts[defaultLocale] ?? {};
  const has = (...places: Place[]) =>
    items.some(({ place, state }) => places.includes(place) && state !== 'refused');
  const filled: Readonly<Record<PagePart, boolean>> = {
    portrait: pictureOf(performer).picture !== null || has('portrait'),
    cover: has('cover', 'film'),
    motto: Boolean(texts['motto']),
    description: Boolean(texts['description']),
    city: performer.city !== '',
    album: has('album'),
  };
  return pageParts.filter((part) => !filled[part]);
}

interface Beginning extends Page {
  readonly tipping: RoomTipping;
  readonly start: Date | undefined;
  /** Null if the operator asks for none. */
  readonly isIdentified: boolean | null;
}

/** Null after the day on which she first broadcast. */
function firstDayOf({ tipping, start, isIdentified, ...page }: Beginning, now: Date): Overview['firstDay'] {
  const { firstCamSession } = page.performer;
  if (firstCamSession && firstCamSession < startOfDay(dayOf(now))) return null;
  const done = {
    identity: isIdentified ?? true,
    page: missingParts(page).length === 0,
    tipMenu: tipping.menu.length > 0,
    start: start !== undefined,
    live: firstCamSession !== null,
  };
  return firstSteps
    .filter((step) => step !== 'identity' || isIdentified !== null)
    .map((step) => ({ step, done: done[step] }));
}

type Reader = Pick<Deps, 'config' | 'db' | 'now'>;

/** Credits with what the operator pays for them. */
export const worthOf = ({ config: { payoutRate } }: Pick<Deps, 'config'>, credits: number): Worth => ({
  credits,
  cents: payoutRate === null ? null : payoutCents(credits, payoutRate),
});

/** The payout that the earnings page names; null without credits to pay. */
async function comingPayout(deps: Reader, record: RecordRow): Promise<Overview['payout']> {
  const [lastMonth = ''] = pastMonths(deps.now(), 1);
  const earned = (await earnedByMonth(deps.db, lastMonth, record.id)).get(record.id) ?? new Map();
  const payouts = (await paidByMonth(deps.db, record.id)).get(record.id) ?? new Map();
  const paid = new Map([...payouts].map(([month, { credits }]) => [month, credits]));
  const { month, credits } = nextPayoutOf(deps, { earned, paid });
  if (credits === 0) return null;
  const from = payableFrom(month, deps.config.messageReturnHours).toISOString();
  return {
    month,
    credits,
    from,
    ...payoutDue(deps.config, record, { credits, isPayable: true, now: deps.now() }),
  };
}
