import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { type listPerformers as call, PAGE_SIZE } from '#contract/performers/directory/directory-calls.ts';
import { defaultGender } from '#contract/performers/directory/filters.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { readCards } from './cards.ts';

export async function listPerformers(
  deps: Deps,
  { request }: Caller,
  { filter, ordering, pagination, nonNude }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
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
