import {
  and,
  arrayContains,
  arrayOverlaps,
  eq,
  gt,
  gte,
  inArray,
  isNull,
  lte,
  ne,
  notInArray,
  or,
  type SQL,
} from 'drizzle-orm';
import type { ParsedInput } from '#contract/endpoint.ts';
import { YEAR_MS } from '#contract/performers/age.ts';
import type { countPerformers } from '#contract/performers/calls.ts';
import {
  ageBounds,
  type FilterName,
  type FilterValue,
  filterNames,
  storedValues,
  toyCodes,
} from '#contract/performers/filters.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { NEW_MS } from './card.ts';
import { foldUsername } from './reads.ts';
import { performers } from './tables.ts';

/** A filter of any call; those of a list always name a gender. */
export type PerformerFilter = ParsedInput<typeof countPerformers>['filter'];

/** What a row has to be to pass all of a filter, but for the filters named in `without`. */
export function passes(filter: PerformerFilter, now: Date, without?: FilterName): SQL | undefined {
  const chosen = filterNames
    .filter((name) => name !== without && filter[name]?.length)
    .map((name) => or(...(filter[name] ?? []).map((value) => hasValue(name, value, now))));
  return and(...base(filter, now), ...chosen);
}

function base(filter: PerformerFilter, now: Date): (SQL | undefined)[] {
  const toys = filter.popular?.includes('toy') ? toyCodes.popular : toyCodes.list;
  return [
    isNull(performers.removedAt),
    filter.gender ? eq(performers.gender, filter.gender) : undefined,
    filter.category ? arrayContains(performers.categories, [filter.category]) : undefined,
    filter.toy ? inArray(performers.cybertoy, [...toys]) : undefined,
    filter.isNew ? gte(performers.firstCamSession, new Date(now.getTime() - NEW_MS)) : undefined,
    filter.username ? eq(performers.usernameFolded, foldUsername(filter.username)) : undefined,
    filter.userIds?.length ? inArray(performers.id, filter.userIds) : undefined,
    filter.excludeIds?.length ? notInArray(performers.id, filter.excludeIds) : undefined,
  ];
}

/** Whether a row has one value of one filter. */
export function hasValue(name: FilterName, value: string, now: Date): SQL | undefined {
  const stored = [...storedValues(name, value)];
  switch (name) {
    case 'popular':
      return value === 'free' ? hasStatus('free') : inArray(performers.cybertoy, [...toyCodes.popular]);
    case 'status':
      return hasStatus(value as FilterValue<'status'>);
    case 'age':
      return isBetween(ageBounds(value as FilterValue<'age'>), now);
    case 'language':
      return arrayOverlaps(performers.languages, stored);
    case 'piercings':
      return eq(performers.piercings, true);
    case 'breastSize':
    case 'penisSize':
      return eq(performers[name], Number(value));
    default:
      return inArray(performers[name], stored as ('shaved' | 'natural')[]);
  }
}

function hasStatus(status: FilterValue<'status'>): SQL {
  if (status === 'online') return ne(performers.onlineStatus, onlineStatus.offline);
  const exact = {
    live: onlineStatus.online,
    free: onlineStatus.free,
    vip: onlineStatus.vip,
    offline: onlineStatus.offline,
  };
  return eq(performers.onlineStatus, exact[status]);
}

/** Born early enough to be `from` years old by now, and too late to be `below`. */
function isBetween({ from, below }: { from: number; below: number }, now: Date): SQL | undefined {
  const bornBy = (years: number) => new Date(now.getTime() - years * YEAR_MS).toISOString().slice(0, 10);
  return and(lte(performers.dateOfBirth, bornBy(from)), gt(performers.dateOfBirth, bornBy(below)));
}
