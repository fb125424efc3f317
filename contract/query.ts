type Tree = { [key: string]: unknown };

const MAX_DEPTH = 4;
const MAX_ITEMS = 1000;
const unsafe = new Set(['__proto__', 'constructor', 'prototype']);

/** Bracket format: `filter[status][]=live&ordering[0][key]=rating&pagination[page]=2`. */
export function toQuery(input: Readonly<Record<string, unknown>>): string {
  const params = new URLSearchParams();
  const write = (name: string, value: unknown): void => {
    if (value === undefined || value === null) return;
    if (Array.isArray(value)) {
      // Objects need an index so that their fields stay together.
      for (const [index, item] of value.entries())
        write(typeof item === 'object' ? `${name}[${index}]` : `${name}[]`, item);
    } else if (typeof value === 'object') {
      for (const [key, inner] of Object.entries(value)) write(`${name}[${key}]`, inner);
    } else {
      params.append(name, String(value));
    }
  };
  for (const [key, value] of Object.entries(input)) write(key, value);
  return params.toString();
}

/** Every leaf is text. Ignores unsafe names; a name nested too deeply stays literal, which no call accepts. */
export function fromQuery(params: URLSearchParams): Tree {
  const tree: Tree = Object.create(null);
  let items = 0;
  for (const [name, value] of params) {
    items += 1;
    if (items > MAX_ITEMS) break;
    const path = name
      .split(/\[|\]\[|\]$/)
      .filter((part, index, all) => index < all.length - 1 || part !== '');
    const keys = name.endsWith('[]') ? [...path.filter((part) => part !== ''), ''] : path;
    if (keys.some((key) => unsafe.has(key))) continue;
    put(tree, keys.length > MAX_DEPTH || isDeeperInList(keys) ? [name] : keys, value);
  }
  return withLists(tree) as Tree;
}

/** `a[][b][c]` is too deep: objects in a list may have text fields only. */
const isDeeperInList = (keys: readonly string[]): boolean =>
  keys.includes('') && keys.indexOf('') < keys.length - 2;

/**
 * Sets a field of the list's last object. A repeated field begins the next object:
 * `ordering[][key]=free&ordering[][key]=rating`.
 */
function putInList(list: unknown[], field: string, value: string): void {
  const last: unknown = list.at(-1);
  if (last !== null && typeof last === 'object' && !Object.hasOwn(last, field))
    Object.assign(last, { [field]: value });
  else list.push(Object.assign(Object.create(null), { [field]: value }));
}

/** Turns objects with the keys 0, 1, … into lists. MAX_DEPTH bounds the recursion. */
function withLists(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, withLists(inner)] as const);
  const isList = entries.length > 0 && entries.every(([key], index) => key === String(index));
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

function put(tree: Tree, keys: readonly string[], value: string): void {
  let node = tree;
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] ?? '';
    const next = keys[index + 1];
    if (next === '') {
      const list = Array.isArray(node[key]) ? node[key] : [];
      node[key] = list;
      const field = keys[index + 2];
      if (field === undefined) list.push(value);
      else putInList(list, field, value);
      return;
    }
    if (next === undefined) {
      node[key] = value;
      return;
    }
    const inner = node[key];
    node[key] =
      inner !== null && typeof inner === 'object' && !Array.isArray(inner) ? inner : Object.create(null);
    node = node[key] as Tree;
  }
}
