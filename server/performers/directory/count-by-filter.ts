import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import type { countByFilter as call } from '#contract/performers/directory-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { filterById } from './cards.ts';
import { countValues } from './listing/count.ts';
import { directoryOf } from './listing/directory.ts';

/** How many performers each value of each filter would show, and how many pass the current choice. */
export async function countByFilter(
  deps: Deps,
  _caller: Caller,
  { filter }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const chosen = await filterById(deps, filter);
  return countValues(await directoryOf(deps).current(), chosen, deps.now());
}
