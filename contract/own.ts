/** The value of a key that comes from outside: never one that every object inherits, like `constructor`. */
export const own = <Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;
