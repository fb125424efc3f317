import type { OutputOf } from '#contract/endpoint.ts';
import type { countByFilter } from '#contract/performers/directory/directory-calls.ts';
import { type FilterName, filterNames, filterValues } from '#contract/performers/directory/filters.ts';
import type { Bits } from './columns.ts';
import { conditionsOf, narrow, type PerformerFilter } from './conditions.ts';
import type { Listing } from './search.ts';

type Counts = OutputOf<typeof countByFilter>;
const BYTE = 256;

/** The total, and for each value the number that passes all filters except that value's own. */
export function countValues({ columns, order }: Listing, filter: PerformerFilter, now: Date): Counts {
  const { base, also, chosen } = conditionsOf(columns, filter, now);
  const listed = narrow(order, { base, also, chosen: [] });
  const all = narrow(listed, { base: [], also: null, chosen });
  const counts = filterNames.map((name) => {
    const others = chosen.filter((condition) => condition.name !== name);
    const isChosen = others.length < chosen.length;
    const beside = isChosen ? narrow(listed, { base: [], also: null, chosen: others }) : all;
    return [name, timesByValue(name, timesOf(columns.filters[name], beside))] as const;
  });
  return { total: all.length, counts: Object.fromEntries(counts) as Counts['counts'] };
}

/** How often each byte value occurs in a column. */
function timesOf(bits: Bits, places: Int32Array): Uint32Array {
  const times = new Uint32Array(BYTE);
  for (let at = 0; at < places.length; at += 1) {
    const byte = bits[places[at] ?? 0] ?? 0;
    times[byte] = (times[byte] ?? 0) + 1;
  }
  return times;
}

function timesByValue(name: FilterName, times: Uint32Array): Record<string, number> {
  const sum = (bit: number) => times.reduce((all, count, byte) => all + ((byte >> bit) & 1 ? count : 0), 0);
  return Object.fromEntries(filterValues[name].map((value, bit) => [value, sum(bit)]));
}
