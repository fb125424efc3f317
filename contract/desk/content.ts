/** Characters of a file that is checked. */
export const CONTENT_FILE_MAX = 16_000;

/** Name of a promotion's file without `.json`. */
export const promotionName = /^[\w-]{1,64}$/;

/** A field that differs; null where it is missing. */
export interface ContentChange {
  /** Like `en.h2Tabs.1.title`. */
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** The fields that differ between two contents, in the order of the second. A content is data as JSON has it. */
export function changesBetween(before: unknown, after: unknown): ContentChange[] {
  const [old, own] = [new Map(leavesOf(before, '')), new Map(leavesOf(after, ''))];
  return [...new Set([...own.keys(), ...old.keys()])].flatMap((field) => {
    const change = { field, before: old.get(field) ?? null, after: own.get(field) ?? null };
    return change.before === change.after ? [] : [change];
  });
}

/** Items of a list count from 1; a list of plain values is one field. Line ends count as one. */
function leavesOf(value: unknown, path: string): [field: string, text: string][] {
  if (value === null || value === undefined) return [];
  if (typeof value !== 'object') return [[path, String(value).replaceAll('\r\n', '\n').trim()]];
  const at = (name: string) => (path === '' ? name : `${path}.${name}`);
  if (!Array.isArray(value)) return Object.entries(value).flatMap(([name, one]) => leavesOf(one, at(name)));
  if (value.every((one) => typeof one !== 'object')) return [[path, value.join(', ')]];
  return value.flatMap((one, index) => leavesOf(one, at(String(index + 1))));
}
