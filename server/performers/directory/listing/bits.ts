import { YEAR_MS } from '#contract/day.ts';
import {
  ageBounds,
  type FilterName,
  filterNames,
  filterValues,
  MAX_TOY_CODE,
  storedValues,
  toyCodes,
} from '#contract/performers/directory/filters.ts';
import { isFree, onlineStatus } from '#contract/performers/status.ts';
import type { Performer } from '../../reads.ts';
import { performers } from '../../tables.ts';

export const directoryColumns = {
  id: performers.id,
  gender: performers.gender,
  onlineStatus: performers.onlineStatus,
  rating: performers.rating,
  cybertoy: performers.cybertoy,
  languages: performers.languages,
  categories: performers.categories,
  ethnicity: performers.ethnicity,
  hairColor: performers.hairColor,
  physique: performers.physique,
  breastSize: performers.breastSize,
  penisSize: performers.penisSize,
  shaved: performers.shaved,
  piercings: performers.piercings,
  dateOfBirth: performers.dateOfBirth,
  firstCamSession: performers.firstCamSession,
  lastCamSession: performers.lastCamSession,
  removedAt: performers.removedAt,
  suspendedAt: performers.suspendedAt,
  hiddenIn: performers.hiddenIn,
  chatPrice: performers.chatPrice,
};
export type DirectoryRow = Pick<Performer, keyof typeof directoryColumns>;

export const ANY_GENDER = 2 ** filterValues.gender.length - 1;

const statuses = Object.values(onlineStatus);
/** Mask for the column of stored statuses. */
export const statusMask = (wanted: readonly DirectoryRow['onlineStatus'][]): number =>
  statuses.reduce<number>((mask, status, bit) => mask | (wanted.includes(status) ? 1 << bit : 0), 0);

/** Ages are computed in quarters of a day (a year has 365.25 days) and change only at these moments. */
export const QUARTER_DAY_MS = 21_600_000;
const ADULT = 18;
const ages = filterValues.age.map(ageBounds);
/** Marks adults in the age column, beside the bits of its buckets. */
export const ADULT_BIT = 1 << 7;

export function ageBits(born: number, now: Date): number {
  const age = Math.floor((now.getTime() - born) / YEAR_MS);
  const bucket = ages.findIndex(({ from, below }) => age >= from && age < below);
  return (age >= ADULT ? ADULT_BIT : 0) | (bucket < 0 ? 0 : 1 << bucket);
}

/** Bits of the toy column: in the toy list, or added by the popular filter. */
export const toyBits = { list: 1, popular: 2 } as const;

/** The bit of a single code, after those of the named lists. */
export const toyCodeBit = (cybertoy: number): number =>
  cybertoy >= 0 && cybertoy <= MAX_TOY_CODE ? 4 << cybertoy : 0;

export function toyBitsOf(cybertoy: number): number {
  const has = (codes: readonly number[], bit: number) => (codes.includes(cybertoy) ? bit : 0);
  return has(toyCodes.list, toyBits.list) | has(toyCodes.popular, toyBits.popular) | toyCodeBit(cybertoy);
}

/** Stored value to bits, one table per filter. */
const tables = Object.fromEntries(
  filterNames.map((name) => {
    const bits = new Map<string, number>();
    for (const [number, value] of filterValues[name].entries())
      for (const stored of storedValues(name, value))
        bits.set(stored, (bits.get(stored) ?? 0) | (1 << number));
    return [name, bits];
  }),
) as unknown as Record<FilterName, ReadonlyMap<string, number>>;

/** The values of a filter that apply to a row. Ages change with time and have a separate column. */
export function filterBits(name: FilterName, row: DirectoryRow): number {
  let bits = 0;
  for (const stored of storedOf(name, row)) bits |= tables[name].get(stored) ?? 0;
  return bits;
}

function storedOf(name: FilterName, row: DirectoryRow): readonly string[] {
  switch (name) {
    case 'age':
      return [];
    case 'gender':
      // A removed or suspended performer has no bits, so no list includes her.
      return row.removedAt || row.suspendedAt ? [] : [row.gender];
    case 'popular':
      return [
        ...(isFree(row.onlineStatus) ? ['free'] : []),
        ...(toyBitsOf(row.cybertoy) & toyBits.popular ? ['toy'] : []),
      ];
    case 'status':
      return statusValues(row.onlineStatus);
    case 'language':
      return row.languages;
    case 'piercings':
      return row.piercings ? ['yes'] : [];
    default:
      return [String(row[name] ?? '')];
  }
}

/** A paused performer counts as online only. */
function statusValues(status: DirectoryRow['onlineStatus']): readonly string[] {
  if (status === onlineStatus.offline) return ['offline'];
  const kinds = {
    [onlineStatus.online]: ['live'],
    [onlineStatus.free]: ['free'],
    [onlineStatus.vip]: ['vip'],
  };
  return ['online', ...(kinds[status as 1] ?? [])];
}
