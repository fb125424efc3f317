import { mayOpen } from '#contract/desk/described/sections.ts';
import type { OperatorRole } from '#contract/desk/roles.ts';
import { routes } from '#contract/site/routes.ts';

const pages: ReadonlyMap<string, (id: string) => string> = new Map<string, (id: string) => string>([
  ['member', (id) => `${routes.deskMembers}/${id}`],
  ['performer', (id) => `${routes.deskPerformers}/${id}`],
  ['case', (id) => `${routes.deskReports}/${id}`],
  ['work', () => routes.deskHouse],
]);

/** Kinds of keys that the search of the desk leads on. */
const searched: ReadonlySet<string> = new Set(['payment', 'transfer', 'session', 'report']);

/**
 * The page of what a key of the log names (`member:7`, `payment:…`), with its query; null for others, and for a role that
 * may not open it.
 */
export function pageOfKey(
  key: string,
  role: OperatorRole,
): { readonly path: string; readonly query?: Readonly<Record<string, string>> } | null {
  const [kind = '', id = ''] = key.split(/:(.*)/s);
  if (searched.has(kind)) return { path: routes.deskSearch, query: { query: key } };
  const path = pages.get(kind)?.(encodeURIComponent(id));
  return path !== undefined && mayOpen(role, path) ? { path } : null;
}
