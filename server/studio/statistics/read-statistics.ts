import { addDays, dayOf, mondayOf, startOfDay } from '#contract/day.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { sumByKind } from '#contract/studio/numbers/earnings-calls.ts';
import {
  daysBefore,
  HOUR_WEEKS,
  REGULAR_DAYS,
  REGULARS_MAX,
  type Regular,
  type readStatistics as readStatisticsCall,
  type readStreamNumbers as readStreamNumbersCall,
  STREAM_DAYS,
  STREAMS_MAX,
  type StreamSpan,
  viewerPoints,
} from '#contract/studio/numbers/statistics-calls.ts';
import { requireFeature } from '#server/calls/handler.ts';
import {
  audienceOf,
  lastVisits,
  type Stream,
  streamsOf,
  viewerChanges,
} from '#server/chat/numbers/streams.ts';
import { earnedParts } from '#server/chat/receipt/earned.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { earnedByHour, topPayers } from '#server/ledger/earned-hours.ts';
import { countFavouritesIn } from '#server/member/favourites/favourites.ts';
import { isDeletedName, memberNames } from '#server/member/names/chat-name.ts';
import { notesAbout } from '#server/performers/notes/notes.ts';
import type { Deps } from '#server/ports/deps.ts';
import { worthOf } from '../overview/read-overview.ts';

const spanOf = ({ begin, end, viewers }: Stream): StreamSpan => ({
  begin: begin.toISOString(),
  end: end?.toISOString() ?? null,
  viewers,
});

/** The caller's streams since `from`, newest first; takes from her limit. */
async function lastStreams(deps: Deps, caller: Caller) {
  requireFeature(deps, 'studio');
  const { performerId } = requirePerformer(caller);
  await deps.limits.take('settings-money', `performer ${performerId}`);
  const now = deps.now();
  const from = daysBefore(now, STREAM_DAYS);
  const streams = await streamsOf(deps.db, { performerId, from, now }, STREAMS_MAX);
  return { performerId, now, from, streams };
}

export async function readStatistics(
  deps: Deps,
  caller: Caller,
): Promise<OutputOf<typeof readStatisticsCall>> {
  const { performerId, now, from, streams } = await lastStreams(deps, caller);
  const { db } = deps;
  const { visits, free, paid } = await audienceOf(db, { performerId, from, to: now });
  const monday = mondayOf(dayOf(now));
  const weeks = { from: startOfDay(addDays(monday, -7 * HOUR_WEEKS)), to: startOfDay(monday) };
  return {
    streams: streams.map(spanOf),
    funnel: { visits, free, paid },
    hours: await earnedByHour(db, { performerId, ...weeks }),
    regulars: await regularsOf(deps, performerId, now),
  };
}

/** Without members whose account is erased. */
async function regularsOf(deps: Deps, performerId: number, now: Date): Promise<Regular[]> {
  const from = daysBefore(now, REGULAR_DAYS);
  const payers = await topPayers(deps.db, { performerId, from }, REGULARS_MAX);
  const ids = payers.map(({ memberId }) => memberId);
  const names = await memberNames(deps, ids);
  const visits = await lastVisits(deps.db, performerId, ids);
  const notes = await notesAbout(deps.db, performerId, ids);
  return payers.flatMap(({ memberId, spent }) => {
    const name = names.get(memberId);
    if (name === undefined || isDeletedName(name)) return [];
    const last = visits.get(memberId)?.toISOString() ?? null;
    return [{ memberId, name, spent, last, note: notes.get(memberId)?.text ?? '' }];
  });
}

/** ms after the last viewer has left in which what a chat did not deliver is given back. */
const SETTLED_MS = 10 * 60_000;

/** Throws `badRequest.notFound` if none of her last streams began then. */
export async function readStreamNumbers(
  deps: Deps,
  caller: Caller,
  { begin }: ParsedInput<typeof readStreamNumbersCall>,
): Promise<OutputOf<typeof readStreamNumbersCall>> {
  const { performerId, now, streams } = await lastStreams(deps, caller);
  const { db } = deps;
  const stream = streams.find((one) => one.begin.getTime() === Date.parse(begin));
  if (!stream) throw new AppError('badRequest.notFound');
  const span = { performerId, from: stream.begin, to: stream.end ?? now };
  const { paid, minutes } = await audienceOf(db, span);
  const points = viewerPoints(await viewerChanges(db, span), {
    from: Math.floor(span.from.getTime() / 60_000) * 60_000,
    to: span.to.getTime(),
  });
  const settled = { from: span.from, to: new Date(span.to.getTime() + SETTLED_MS) };
  const parts = (await earnedParts(db, performerId, settled)).filter(({ cause }) =>
    cause.startsWith('session:'),
  );
  const byKind = sumByKind(parts).map(({ kind, earned }) => ({ kind, earned }));
  return {
    ...spanOf(stream),
    peak: Math.max(...points.points),
    payers: paid,
    minutes,
    favourites: await countFavouritesIn(db, performerId, span),
    earned: worthOf(
      deps,
      byKind.reduce((sum, { earned }) => sum + earned, 0),
    ),
    byKind,
    ...points,
  };
}
