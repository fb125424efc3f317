import { RELATED_LIMIT } from '#contract/performers/profile-calls.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { CardRow } from '../directory/card.ts';
import { directoryOf } from '../directory/listing/directory.ts';
import { related } from '../directory/listing/search.ts';
import type { Performer } from './reads.ts';

/** Live ones first, then by common interests, then by rating. */
export async function relatedTo(deps: Pick<Deps, 'part' | 'now'>, { id }: Performer): Promise<CardRow[]> {
  const directory = directoryOf(deps);
  return directory.cards(related(await directory.current(), id, RELATED_LIMIT, deps.now()));
}
