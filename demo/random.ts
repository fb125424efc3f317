/** A seeded source of choices: the same seed gives the same demo cast on every machine. */
export interface Random {
  /** From 0 to 1, excluding 1. */
  next(): number;
  /** A whole number from `min` to `max`, inclusive. */
  int(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly [T, ...T[]]): T;
  /** A random value; the chance of each is proportional to its weight. */
  weighted<T>(items: readonly (readonly [T, number])[]): T;
}

/** 32-bit FNV-1a hash of a name, used as a seed. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

/** Mulberry32: small, and uniform enough for the cast. */
export function makeRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    int: (min, max) => min + Math.floor(next() * (max - min + 1)),
    chance: (probability) => next() < probability,
    pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
    weighted: (items) => pickWeighted(items, next()),
  };
}

function pickWeighted<T>(items: readonly (readonly [T, number])[], at: number): T {
  let left = at * items.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [value, weight] of items) {
    left -= weight;
    if (left < 0) return value;
  }
  const last = items.at(-1);
  if (!last) throw new Error('The list to choose from is empty');
  return last[0];
}
