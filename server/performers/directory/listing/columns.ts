import { type PriceRules, pricesOf } from '#contract/chat/prices.ts';
import { type FilterName, filterNames } from '#contract/performers/directory/filters.ts';
import { isFree, isLive } from '#contract/performers/status.ts';
import { ageBits, type DirectoryRow, filterBits, QUARTER_DAY_MS, statusMask, toyBitsOf } from './bits.ts';

/** One byte per performer: bit n of a filter's column is the n-th of its `filterValues`. */
export type Bits = Uint8Array;

const BITS = 8;
const FIRST_ROOM = 512;

/** All performers as columns; a performer's index never changes. Times are in ms, 0 if missing. */
export class Columns {
  size = 0;
  id = new Int32Array(FIRST_ROOM);
  /** 2: free chat, 1: otherwise online, 0: offline. */
  rank = new Uint8Array(FIRST_ROOM);
  rating = new Uint8Array(FIRST_ROOM);
  born = new Float64Array(FIRST_ROOM);
  first = new Float64Array(FIRST_ROOM);
  last = new Float64Array(FIRST_ROOM);
  /** One bit per value that may be stored. */
  status: Bits = new Uint8Array(FIRST_ROOM);
  toy: Bits = new Uint8Array(FIRST_ROOM);
  /** Credits for a minute of chat. */
  price = new Int32Array(FIRST_ROOM);
  readonly filters = Object.fromEntries(
    filterNames.map((name) => [name, new Uint8Array(FIRST_ROOM)]),
  ) as Record<FilterName, Bits>;
  /** Eight categories per column. */
  readonly categories: Bits[] = [];
  /** Place codes of performers who hide from some, by index. */
  readonly hiddenIn = new Map<number, readonly string[]>();
  /** What performers may ask; null if all ask the specification's prices. */
  readonly rules: PriceRules | null;
  private readonly categoryNumbers = new Map<string, number>();
  private agesAt = new Date(0);
  private readonly places = new Map<number, number>();

  constructor(rules: PriceRules | null) {
    this.rules = rules;
  }

  placeOf(id: number): number | undefined {
    return this.places.get(id);
  }

  /** The category's column and bit; undefined for a category without performers. */
  category(slug: string): { bits: Bits; mask: number } | undefined {
    const number = this.categoryNumbers.get(slug);
    const bits = number === undefined ? undefined : this.categories[Math.floor(number / BITS)];
    return number === undefined || !bits ? undefined : { bits, mask: 1 << (number % BITS) };
  }

  sharedCategories(one: number, other: number): number {
    let shared = 0;
    for (const bits of this.categories)
      for (let common = (bits[one] ?? 0) & (bits[other] ?? 0); common > 0; common >>= 1) shared += common & 1;
    return shared;
  }

  /** Writes a new or changed row and returns its index. */
  put(row: DirectoryRow): number {
    const place = this.places.get(row.id) ?? this.newPlace(row.id);
    this.id[place] = row.id;
    this.rank[place] = isFree(row.onlineStatus) ? 2 : Number(isLive(row.onlineStatus));
    this.rating[place] = row.rating;
    this.born[place] = Date.parse(row.dateOfBirth);
    this.first[place] = row.firstCamSession?.getTime() ?? 0;
    this.last[place] = row.lastCamSession?.getTime() ?? 0;
    this.status[place] = statusMask([row.onlineStatus]);
    this.toy[place] = toyBitsOf(row.cybertoy);
    this.price[place] = pricesOf(this.rules, { chatPrice: row.chatPrice, vipPrice: null }).chat;
    for (const name of filterNames) this.filters[name][place] = filterBits(name, row);
    for (const bits of this.categories) bits[place] = 0;
    for (const slug of row.categories) this.enter(place, slug);
    this.filters.age[place] = ageBits(this.born[place] ?? 0, this.agesAt);
    if (row.hiddenIn.length > 0) this.hiddenIn.set(place, row.hiddenIn);
    else this.hiddenIn.delete(place);
    return place;
  }

  /** The age column as of `now`. */
  ages(now: Date): Bits {
    const { age } = this.filters;
    if (quarterOf(now) !== quarterOf(this.agesAt))
      for (let place = 0; place < this.size; place += 1) age[place] = ageBits(this.born[place] ?? 0, now);
    this.agesAt = now;
    return age;
  }

  private enter(place: number, slug: string): void {
    const number = this.categoryNumbers.get(slug) ?? this.categoryNumbers.size;
    this.categoryNumbers.set(slug, number);
    if (number === this.categories.length * BITS) this.categories.push(new Uint8Array(this.id.length));
    const { bits, mask } = this.category(slug) ?? {};
    if (bits && mask) bits[place] = (bits[place] ?? 0) | mask;
  }

  private newPlace(id: number): number {
    if (this.size === this.id.length) this.grow(this.size * 2);
    const place = this.size;
    this.size += 1;
    this.places.set(id, place);
    return place;
  }

  private grow(room: number): void {
    for (const name of ['id', 'rank', 'rating', 'born', 'first', 'last', 'status', 'toy', 'price'] as const)
      Object.assign(this, { [name]: moreRoom(this[name], room) });
    for (const name of filterNames) this.filters[name] = moreRoom(this.filters[name], room);
    for (const [number, bits] of this.categories.entries()) this.categories[number] = moreRoom(bits, room);
  }
}

const quarterOf = (time: Date) => Math.floor(time.getTime() / QUARTER_DAY_MS);

function moreRoom<Column extends Uint8Array | Int32Array | Float64Array>(
  column: Column,
  room: number,
): Column {
  const larger = new (column.constructor as new (length: number) => Column)(room);
  larger.set(column);
  return larger;
}
