/** An input as query text in bracket format: `filter[status][]=live&pagination[page]=2`. */
export function toQuery(input: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(input).flatMap(([key, value]) => flatten(key, value));
  return pairs.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`).join('&');
}

function flatten(key: string, value: unknown): [string, string][] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item) => flatten(`${key}[]`, item));
  if (typeof value === 'object') return Object.entries(value).flatMap(([name, inner]) => flatten(`${key}[${name}]`, inner));
  return [[key, String(value)]];
}
