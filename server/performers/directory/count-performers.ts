import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import type { countPerformers as call } from '#contract/performers/directory/directory-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { filterById } from './cards.ts';
import { directoryOf } from './listing/directory.ts';
import { search } from './listing/search.ts';

export async function countPerformers(
  deps: Deps,
  { request }: Caller,
  { filter }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const wanted = {
    filter: await filterById(deps, filter, request.location),
    language: '',
    offset: 0,
    limit: 0,
  };
  return { count: search(await directoryOf(deps).current(), wanted, deps.now()).total };
}
