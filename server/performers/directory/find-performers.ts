import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import {
  type countByFilter as countByFilterCall,
  type countPerformers as countPerformersCall,
  type findPerformers as findPerformersCall,
  type listPerformers as listPerformersCall,
  PAGE_SIZE,
} from '#contract/performers/directory/directory-calls.ts';
import { defaultGender } from '#contract/performers/directory/filters.ts';
import {
  type listSnapshots as listSnapshotsCall,
  SNAPSHOTS_LIMIT,
} from '#contract/performers/directory/snapshots-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import { NO_COLOR } from '#server/media/images/encode.ts';
import { imageKinds, toSnapshot } from '#server/media/images/image-url.ts';
import { versionsOf } from '#server/media/images/store.ts';
import type { Deps } from '#server/ports/deps.ts';
import { visitorOf } from '#server/ports/performer-viewer.ts';
import { performersFor } from '../performers-for.ts';
import { filterById, readCards } from './cards.ts';
import { countValues } from './listing/count.ts';
import { directoryOf } from './listing/directory.ts';
import { search } from './listing/search.ts';
import { seenBy, showsStream } from './pictures.ts';

export async function findPerformers(
  deps: Deps,
  { request }: Caller,
  { filter: nested, limit, nonNude, ...beside }: ParsedInput<typeof findPerformersCall>,
): Promise<OutputOf<typeof findPerformersCall>> {
  const filter = { ...beside, ...nested };
  // (live spec 5)
  if (Object.keys(filter).length === 0) return { result: [] };
  const pagination = { page: 1, limit };
  const { result } = await readCards(deps, {
    filter,
    nonNude,
    ordering: [],
    pagination,
    location: request.location,
  });
  return { result };
}

export async function listPerformers(
  deps: Deps,
  { request }: Caller,
  { filter, ordering, pagination, nonNude }: ParsedInput<typeof listPerformersCall>,
): Promise<OutputOf<typeof listPerformersCall>> {
  // (live spec 5)
  if (!filter && !ordering && !pagination) return { result: [], total: 0 };
  return readCards(deps, {
    filter: filter ?? { gender: defaultGender },
    ordering: ordering ?? [],
    pagination: pagination ?? { page: 1, limit: PAGE_SIZE },
    nonNude,
    location: request.location,
  });
}

export async function countPerformers(
  deps: Deps,
  { request }: Caller,
  { filter }: ParsedInput<typeof countPerformersCall>,
): Promise<OutputOf<typeof countPerformersCall>> {
  const wanted = {
    filter: await filterById(deps, filter, request.location),
    language: '',
    offset: 0,
    limit: 0,
  };
  return { count: search(await directoryOf(deps).current(), wanted, deps.now()).total };
}

/** Number of performers for each value of each filter, and for the current choice. */
export async function countByFilter(
  deps: Deps,
  { request }: Caller,
  { filter }: ParsedInput<typeof countByFilterCall>,
): Promise<OutputOf<typeof countByFilterCall>> {
  const chosen = await filterById(deps, filter, request.location);
  const { prices } = deps.config;
  return {
    ...countValues(await directoryOf(deps).current(), chosen, deps.now()),
    ...(prices && { prices: { min: prices.chat.min, max: prices.chat.max } }),
  };
}

export async function listSnapshots(
  deps: Deps,
  caller: Caller,
  { user, nonNude }: ParsedInput<typeof listSnapshotsCall>,
): Promise<OutputOf<typeof listSnapshotsCall>> {
  const row = await performersFor(deps, visitorOf(caller)).byId(user);
  const seen = seenBy(deps, nonNude);
  if (!row || !showsStream(row, seen)) return { result: [] };
  const stream = { kind: imageKinds.live, id: row.id };
  const versions = (await versionsOf(deps.config.dataDir, stream)).slice(-SNAPSHOTS_LIMIT);
  return { result: versions.map((version) => toSnapshot(seen.secret, { ...stream, version }, NO_COLOR)) };
}
