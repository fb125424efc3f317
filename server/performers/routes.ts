import {
  autocompletePerformers,
  countByFilter,
  countPerformers,
  findPerformers,
  listPerformers,
  readProfile,
  readProfileById,
} from '#contract/performers/calls.ts';
import { listAddresses, listCategories, readCategory } from '#contract/performers/catalogue-calls.ts';
import { listPromotions } from '#contract/performers/promo-calls.ts';
import type { RouteTools } from '#server/app.ts';
import { callerOfToken } from '#server/http/who.ts';
import { readAddresses } from './addresses.ts';
import { barCategories, oneCategory } from './categories.ts';
import { completeUsername } from './complete-username.ts';
import { countCards, countFilters, listCards } from './list.ts';
import { listPromotions as readPromotions } from './list-promotions.ts';
import { profileById, profileByName } from './profile.ts';

export function performerRoutes({ bind, deps }: RouteTools): void {
  bind(listPerformers, (_, _caller, input) => listCards(deps, input));
  bind(findPerformers, async (_, _caller, { filter, limit, nonNude }) => {
    const { result } = await listCards(deps, {
      filter,
      nonNude,
      ordering: [],
      pagination: { page: 1, limit },
    });
    return { result };
  });
  bind(countPerformers, async (_, _caller, { filter }) => ({ count: await countCards(deps, filter) }));
  bind(countByFilter, (_, _caller, { filter }) => countFilters(deps, filter));
  bind(autocompletePerformers, async (_, _caller, { username }) => ({
    result: await completeUsername(deps, username),
  }));
  bind(listCategories, async (_, _caller, input) => barCategories(deps.categories, input));
  bind(readCategory, async (_, _caller, input) => oneCategory(deps.categories, input));
  bind(listAddresses, (_, _caller, input) => readAddresses(deps, input));
  bind(readProfile, profileByName);
  bind(readProfileById, profileById);

  bind(listPromotions, async (_, caller, input) => {
    const named = input.memberToken ? await callerOfToken(deps, input.memberToken) : null;
    return readPromotions(deps, named ?? caller, input);
  });
}
