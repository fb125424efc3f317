/** Where an address has moved for good, or null; one row a rule, first match wins. */
type Rule = (url: URL) => string | null;

const rules: readonly Rule[] = [trailingSlash];

export function redirectFor(url: URL): string | null {
  for (const rule of rules) {
    const target = rule(url);
    if (target !== null) return target;
  }
  return null;
}

function trailingSlash(url: URL): string | null {
  if (url.pathname === '/' || !url.pathname.endsWith('/')) return null;
  // Doubled slashes in front would make the target another host's address.
  return (url.pathname.replace(/\/+$/, '').replace(/^\/+/, '/') || '/') + url.search;
}
