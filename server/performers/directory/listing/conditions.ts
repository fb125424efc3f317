import type { ParsedInput } from '#contract/endpoint.ts';
import type { countPerformers } from '#contract/performers/directory/directory-calls.ts';
import {
  type FilterName,
  filterNames,
  filterValues,
  type Gender,
} from '#contract/performers/directory/filters.ts';
import { statusesOf } from '#contract/performers/status.ts';
import type { GeoLocation } from '#contract/safety/geo.ts';
import { isHiddenAt } from '#contract/safety/hidden-places.ts';
import { NEW_MS } from '../card.ts';
import { ADULT_BIT, ANY_GENDER, statusMask, toyBits, toyCodeBit } from './bits.ts';
import type { Bits, Columns } from './columns.ts';

/** With the username already resolved. */
export type PerformerFilter = Omit<ParsedInput<typeof countPerformers>['filter'], 'username' | 'gender'> & {
  gender?: readonly Gender[];
  /** Of the visitor: performers who hide there are left out. */
  location: GeoLocation;
};

/** Matches performers with at least one of the mask's bits in the column. */
interface Condition {
  bits: Bits;
  mask: number;
}

/** A filter compiled to conditions. */
export interface Conditions {
  /** Conditions outside the filter drawer: category, kind of list. */
  base: readonly Condition[];
  /** A condition that no bit column can express. */
  also: ((place: number) => boolean) | null;
  chosen: readonly (Condition & { name: FilterName })[];
}

const NOBODY: Condition = { bits: new Uint8Array(0), mask: 0 };

/** The gender is last, because most performers pass it. */
const narrowing = [...filterNames.filter((name) => name !== 'gender'), 'gender'] as const;

/** Zero for values unknown to the filter. */
export function maskOf(name: FilterName, values: readonly string[]): number {
  return filterValues[name].reduce((mask, value, bit) => mask | (values.includes(value) ? 1 << bit : 0), 0);
}

export function conditionsOf(columns: Columns, filter: PerformerFilter, now: Date): Conditions {
  // Checked here too, whatever the database contains: minors are never listed.
  const base: Condition[] = [{ bits: columns.ages(now), mask: ADULT_BIT }];
  // Removed and suspended performers have no gender.
  if (!filter.gender?.length) base.push({ bits: columns.filters.gender, mask: ANY_GENDER });
  const statuses = statusesOf(filter.onlineStatus ?? []);
  if (statuses.length > 0) base.push({ bits: columns.status, mask: statusMask(statuses) });
  if (filter.category) base.push(columns.category(filter.category) ?? NOBODY);
  if (filter.toy)
    base.push({ bits: columns.toy, mask: filter.popular?.includes('toy') ? toyBits.popular : toyBits.list });
  if (filter.cybertoy !== undefined) {
    const codes = [filter.cybertoy].flat();
    base.push({ bits: columns.toy, mask: codes.reduce((mask, code) => mask | toyCodeBit(code), 0) });
  }
  const chosen = narrowing
    .filter((name) => filter[name]?.length)
    .map((name) => ({ name, bits: columns.filters[name], mask: maskOf(name, filter[name] ?? []) }));
  return { base, chosen, also: exceptions(columns, filter, now) };
}

function exceptions(columns: Columns, filter: PerformerFilter, now: Date): Conditions['also'] {
  const since = filter.isNew ? now.getTime() - NEW_MS : null;
  const only = filter.userIds ? new Set(filter.userIds) : null;
  const without = filter.excludeIds?.length ? new Set(filter.excludeIds) : null;
  const hidden = new Set(
    [...columns.hiddenIn].flatMap(([place, codes]) => (isHiddenAt(codes, filter.location) ? [place] : [])),
  );
  const price = columns.rules === null ? null : (filter.price ?? null);
  if (since === null && price === null && !only && !without && hidden.size === 0) return null;
  return (place) => {
    if (hidden.has(place)) return false;
    const id = columns.id[place] ?? 0;
    if (only && !only.has(id)) return false;
    if (without?.has(id)) return false;
    if (price !== null && (columns.price[place] ?? 0) > price) return false;
    return since === null || (columns.first[place] ?? 0) >= since;
  };
}

export const hasBits = ({ bits, mask }: Condition, place: number): boolean =>
  ((bits[place] ?? 0) & mask) !== 0;

/** Filters the remaining places in one pass per condition; keeps the order. */
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
