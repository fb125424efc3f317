import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { type listStarting as call, MAX_PAGE_SIZE } from '#contract/performers/directory/directory-calls.ts';
import { isLive } from '#contract/start/looks.ts';
import { SOON_LIMIT, SOON_MS } from '#contract/performers/schedule.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { readCards } from '../directory/cards.ts';
import { nextStarts } from './reads.ts';

export async function listStarting(
  deps: Deps,
  { request }: Caller,
  { filter, nonNude }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const now = deps.now();
  const until = new Date(now.getTime() + SOON_MS);
  const starts = await nextStarts(deps.db, { after: now, until, most: MAX_PAGE_SIZE });
  const userIds = starts
    .map(({ performerId }) => performerId)
    .filter((id) => filter.userIds?.includes(id) ?? true);
  if (userIds.length === 0) return { result: [] };
  const { result } = await readCards(deps, {
    filter: { ...filter, userIds },
    ordering: [],
    pagination: { page: 1, limit: userIds.length },
    nonNude,
    location: request.location,
  });
  const cards = new Map(result.map((card) => [card.user, card]));
  const soonest = starts.flatMap(({ performerId, at }) => {
    const card = cards.get(performerId);
    return card && !isLive(card.onlineStatus) ? [{ ...card, startsAt: at.toISOString() }] : [];
  });
  return { result: soonest.slice(0, SOON_LIMIT) };
}
