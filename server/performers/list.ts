import { eq } from 'drizzle-orm';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import type {
  countByFilter,
  countPerformers,
  listPerformers,
  PerformerCard,
} from '#contract/performers/calls.ts';
import type { Deps } from '#server/deps.ts';
import { toCard } from './card.ts';
import type { PerformerFilter } from './directory/conditions.ts';
import { countValues } from './directory/count.ts';
import { directoryOf } from './directory/directory.ts';
import { search } from './directory/search.ts';
import { seenBy } from './pictures.ts';
import { foldUsername } from './reads.ts';
import { performers } from './tables.ts';

type AnyFilter = ParsedInput<typeof countPerformers>['filter'];
type ListInput = Omit<ParsedInput<typeof listPerformers>, 'filter'> & { filter: AnyFilter };

export async function listCards(
  deps: Deps,
  { filter, ordering, pagination: { page, limit }, nonNude }: ListInput,
): Promise<{ result: PerformerCard[]; total: number }> {
  const lookedUp = await lookUp(deps, filter);
  const language = ordering.find(({ key }) => key === 'language')?.value ?? filter.language?.[0] ?? 'nl';
  const directory = directoryOf(deps);
  const seen = seenBy(deps, nonNude);
  const wanted = { filter: lookedUp, language, offset: (page - 1) * limit, limit };
  const { ids, total } = search(await directory.current(), wanted, seen.now);
  const rows = await directory.cards(ids);
  return { result: rows.map((row) => toCard(row, seen)), total };
}

export async function countCards(deps: Deps, filter: AnyFilter): Promise<number> {
  const wanted = { filter: await lookUp(deps, filter), language: '', offset: 0, limit: 0 };
  return search(await directoryOf(deps).current(), wanted, deps.now()).total;
}

/** How many each value of each filter would show, and how many pass all that is chosen. */
export async function countFilters(deps: Deps, filter: AnyFilter): Promise<OutputOf<typeof countByFilter>> {
  const lookedUp = await lookUp(deps, filter);
  return countValues(await directoryOf(deps).current(), lookedUp, deps.now());
}

/** No performer has it: ids count from 1. */
const NOBODY = 0;

/** The same filter by id instead of username. */
async function lookUp({ db }: Pick<Deps, 'db'>, filter: AnyFilter): Promise<PerformerFilter> {
  const { username, ...rest } = filter;
  if (!username) return rest;
  const [row] = await db
    .select({ id: performers.id })
    .from(performers)
    .where(eq(performers.usernameFolded, foldUsername(username)));
  const isWanted = row && (!rest.userIds?.length || rest.userIds.includes(row.id));
  return { ...rest, userIds: [isWanted ? row.id : NOBODY] };
}
