import { dayOf, mondayOf, startOfDay } from '#contract/day.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { type readOverview as call, EXPIRES_DAYS } from '#contract/studio/overview-calls.ts';
import { requireFeature } from '#server/calls/handler.ts';
import { runningSumsOf } from '#server/chat/receipt/earned-totals.ts';
import { namedModerators } from '#server/chat/room/moderators/reads.ts';
import { tippingOf } from '#server/chat/tipping/reads.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { itemRowsOf } from '#server/media/uploads/own-albums.ts';
import { countFavouritesOf } from '#server/member/favourites/favourites.ts';
import { unreadOf } from '#server/messaging/reads.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import { recordById } from '#server/performers/records/find-records.ts';
import { startsOf } from '#server/performers/schedule/starts.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { comingPayout, worthOf } from './coming-payout.ts';
import { firstDayOf, missingParts } from './her-page.ts';

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
