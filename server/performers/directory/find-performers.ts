import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import type { findPerformers as call } from '#contract/performers/directory/directory-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { readCards } from './cards.ts';

export async function findPerformers(
  deps: Deps,
  { request }: Caller,
  { filter: nested, limit, nonNude, ...beside }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
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
