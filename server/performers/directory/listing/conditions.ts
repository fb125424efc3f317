import type { ParsedInput } from '#contract/endpoint.ts';
import type { countPerformers } from '#contract/performers/directory-calls.ts';
import { type FilterName, filterNames, filterValues } from '#contract/performers/filters.ts';
import { NEW_MS } from '../card.ts';
import { ADULT_BIT, ANY_GENDER, genderBit, toyBits } from './bits.ts';
import type { Bits, Columns } from './columns.ts';

/** A filter of any call, its username already looked up; those of a list always name a gender. */
export type PerformerFilter = Omit<ParsedInput<typeof countPerformers>['filter'], 'username'>;

/** Passed by whoever has one of the mask's bits in the column. */
interface Condition {
  bits: Bits;
  mask: number;
}

/** A filter's request, made ready to be asked of every performer. */
export interface Conditions {
  /** What is no filter of the drawer: gender, category, kind of list. */
  base: readonly Condition[];
  /** What no column of bits can tell. */
  also: ((place: number) => boolean) | null;
  chosen: readonly (Condition & { name: FilterName })[];
}

const NOBODY: Condition = { bits: new Uint8Array(0), mask: 0 };

/** A value's bits in its filter's column; nothing for a value the filter does not know. */
export function maskOf(name: FilterName, values: readonly string[]): number {
  return filterValues[name].reduce((mask, value, bit) => mask | (values.includes(value) ? 1 << bit : 0), 0);
}

export function conditionsOf(columns: Columns, filter: PerformerFilter, now: Date): Conditions {
  // Nobody under age is listed, whatever the database let in.
  const base: Condition[] = [
    { bits: columns.ages(now), mask: ADULT_BIT },
    { bits: columns.gender, mask: filter.gender ? genderBit(filter.gender) : ANY_GENDER },
  ];
  if (filter.category) base.push(columns.category(filter.category) ?? NOBODY);
  if (filter.toy)
    base.push({ bits: columns.toy, mask: filter.popular?.includes('toy') ? toyBits.popular : toyBits.list });
  const chosen = filterNames
    .filter((name) => filter[name]?.length)
    .map((name) => ({ name, bits: columns.filters[name], mask: maskOf(name, filter[name] ?? []) }));
  return { base, chosen, also: exceptions(columns, filter, now) };
}

function exceptions(columns: Columns, filter: PerformerFilter, now: Date): Conditions['also'] {
  const since = filter.isNew ? now.getTime() - NEW_MS : null;
  const only = filter.userIds?.length ? new Set(filter.userIds) : null;
  const without = filter.excludeIds?.length ? new Set(filter.excludeIds) : null;
  if (since === null && !only && !without) return null;
  return (place) => {
    const id = columns.id[place] ?? 0;
    if (only && !only.has(id)) return false;
    if (without?.has(id)) return false;
    return since === null || (columns.first[place] ?? 0) >= since;
  };
}

export const hasBits = ({ bits, mask }: Condition, place: number): boolean =>
  ((bits[place] ?? 0) & mask) !== 0;

/** Those of the places that pass, in their order: a pass for each condition, over those that are left. */
export function narrow(places: Int32Array, { base, chosen, also }: Conditions): Int32Array {
  const kept = places.slice();
  let left = kept.length;
  for (const { bits, mask } of [...chosen, ...base]) {
    let next = 0;
    for (let at = 0; at < left; at += 1) {
      const place = kept[at] ?? 0;
      kept[next] = place;
      next += ((bits[place] ?? 0) & mask) === 0 ? 0 : 1;
    }
    left = next;
  }
  const found = kept.subarray(0, left);
  return also ? found.filter(also) : found;
}
