import {
  and,
  arrayContains,
  arrayOverlaps,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNull,
  lte,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { YEAR_MS } from '#contract/day.ts';
import {
  ageBounds,
  type FilterName,
  type FilterValue,
  filterNames,
  storedValues,
  toyCodes,
} from '#contract/performers/directory/filters.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { NEW_MS } from '#server/performers/directory/card.ts';
import type { CardsInput } from '#server/performers/directory/cards.ts';
import type { PerformerFilter } from '#server/performers/directory/listing/conditions.ts';
import { performers } from '#server/performers/tables.ts';
import type { Db } from '#server/ports/database.ts';

export type Input = Omit<CardsInput, 'filter' | 'location'> & {
  filter: Omit<PerformerFilter, 'location'>;
};

/** The peer: the same list as one plain SQL statement, also used to verify our result. */
export async function plainList(db: Db, { filter, ordering, pagination }: Input, now: Date) {
  const rows = await db
    .select({ id: performers.id, total: sql`count(*) over ()`.mapWith(Number) })
    .from(performers)
    .where(and(...base(filter, now), ...chosen(filter, now)))
    .orderBy(...order(ordering[0]?.value ?? 'nl'))
    .limit(pagination.limit)
    .offset((pagination.page - 1) * pagination.limit);
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total };
}

function base(filter: Input['filter'], now: Date): (SQL | undefined)[] {
  const toys = filter.popular?.includes('toy') ? toyCodes.popular : toyCodes.list;
  return [
    isNull(performers.removedAt),
    filter.category ? arrayContains(performers.categories, [filter.category]) : undefined,
    filter.toy ? inArray(performers.cybertoy, [...toys]) : undefined,
    filter.isNew ? gte(performers.firstCamSession, new Date(now.getTime() - NEW_MS)) : undefined,
  ];
}

const chosen = (filter: Input['filter'], now: Date) =>
  filterNames
    .filter((name) => filter[name]?.length)
    .map((name) => or(...(filter[name] ?? []).map((value) => hasValue(name, value, now))));

function hasValue(name: FilterName, value: string, now: Date): SQL | undefined {
  const stored = [...storedValues(name, value)];
  switch (name) {
    case 'popular':
      return value === 'free' ? hasStatus('free') : inArray(performers.cybertoy, [...toyCodes.popular]);
    case 'status':
      return hasStatus(value as FilterValue<'status'>);
    case 'age':
      return isAged(ageBounds(value as FilterValue<'age'>), now);
    case 'language':
      return arrayOverlaps(performers.languages, stored);
    case 'piercings':
      return eq(performers.piercings, true);
    case 'breastSize':
    case 'penisSize':
      return eq(performers[name], Number(value));
    default:
      return inArray(performers[name], stored as never[]);
  }
}

function hasStatus(status: FilterValue<'status'>): SQL {
  if (status === 'online') return ne(performers.onlineStatus, onlineStatus.offline);
  const { online: live, free, vip, offline } = onlineStatus;
  return eq(performers.onlineStatus, { live, free, vip, offline }[status]);
}

function isAged({ from, below }: { from: number; below: number }, now: Date): SQL | undefined {
  const bornBy = (years: number) => new Date(now.getTime() - years * YEAR_MS).toISOString().slice(0, 10);
  return and(lte(performers.dateOfBirth, bornBy(from)), gt(performers.dateOfBirth, bornBy(below)));
}

const order = (language: string): SQL[] => [
  desc(sql`(${performers.onlineStatus} = ${onlineStatus.free})`),
  desc(sql`(${performers.onlineStatus} > 0)`),
  sql`case when ${performers.onlineStatus} = 0 then ${performers.lastCamSession} end desc nulls last`,
  desc(arrayOverlaps(performers.languages, [...storedValues('language', language)])),
  desc(performers.rating),
  asc(performers.id),
];
