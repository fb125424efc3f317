import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import type { countByFilter as call } from '#contract/performers/directory/directory-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { filterById } from './cards.ts';
import { countValues } from './listing/count.ts';
import { directoryOf } from './listing/directory.ts';

/** Number of performers for each value of each filter, and for the current choice. */
export async function countByFilter(
  deps: Deps,
  { request }: Caller,
  { filter }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const chosen = await filterById(deps, filter, request.location);
  return countValues(await directoryOf(deps).current(), chosen, deps.now());
}
