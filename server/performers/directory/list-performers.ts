import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import type { listPerformers as call } from '#contract/performers/directory-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { readCards } from './cards.ts';

export function listPerformers(
  deps: Deps,
  _caller: Caller,
  input: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  return readCards(deps, input);
}
