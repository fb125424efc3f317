import type { OutputOf } from '#contract/endpoint.ts';
import type { countByFilter } from '#contract/performers/calls.ts';
import { type FilterName, filterNames, filterValues } from '#contract/performers/filters.ts';
import type { Columns } from './columns.ts';
import { type Conditions, conditionsOf, hasBits, type PerformerFilter, passesBase } from './conditions.ts';

type Counts = OutputOf<typeof countByFilter>;
const BYTE = 256;

/** What passes all filters, and by value what passes all but that value's own filter: one pass over everybody. */
export function countValues(columns: Columns, filter: PerformerFilter, now: Date): Counts {
  const conditions = conditionsOf(columns, filter, now);
  // How often each byte was met in each filter's column.
  const met = filterNames.map((name) => ({
    name,
    bits: columns.filters[name],
    times: new Uint32Array(BYTE),
  }));
  let total = 0;
  for (let place = 0; place < columns.size; place += 1) {
    const missed = missedFilter(conditions, place);
    if (missed === 'several') continue;
    if (missed === null) total += 1;
    for (const { name, bits, times } of met) {
      if (missed !== null && missed !== name) continue;
      const byte = bits[place] ?? 0;
      times[byte] = (times[byte] ?? 0) + 1;
    }
  }
  const counts = met.map(({ name, times }) => [name, timesByValue(name, times)] as const);
  return { total, counts: Object.fromEntries(counts) as Counts['counts'] };
}

/** The one filter that keeps somebody out; null where none does. */
function missedFilter(conditions: Conditions, place: number): FilterName | 'several' | null {
  let missed: FilterName | null = null;
  for (const condition of conditions.chosen) {
    if (hasBits(condition, place)) continue;
    if (missed !== null) return 'several';
    missed = condition.name;
  }
  return passesBase(conditions, place) ? missed : 'several';
}

function timesByValue(name: FilterName, times: Uint32Array): Record<string, number> {
  const sum = (bit: number) => times.reduce((all, count, byte) => all + ((byte >> bit) & 1 ? count : 0), 0);
  return Object.fromEntries(filterValues[name].map((value, bit) => [value, sum(bit)]));
}
