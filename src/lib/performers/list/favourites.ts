import { listFavourites } from '#contract/member/favourites-calls.ts';
import { findPerformers, type PerformerCard } from '#contract/performers/directory-calls.ts';
import { call } from '../../api/call.ts';
import type { ListOptions } from './read-lists.ts';

/** Live ones first, without a page limit. */
export async function readFavourites(options: ListOptions): Promise<readonly PerformerCard[]> {
  const { result: kept } = await call(listFavourites, {}, options);
  if (kept.length === 0) return [];
  const userIds = kept.map(({ performerId }) => performerId);
  const { result } = await call(findPerformers, { filter: { userIds }, limit: userIds.length }, options);
  return result;
}
