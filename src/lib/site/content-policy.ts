/** What the build knows of the policy: the configured directives, and a hash of each inline script and style. */
export interface BuiltPolicy {
  readonly directives: readonly string[];
  readonly scriptHashes: readonly string[];
  readonly styleHashes: readonly string[];
}

const TAG_MANAGER = 'https://www.googletagmanager.com';

/**
 * What a page must let in for it, by directive. Tags that write script into the page as text stay refused: the policy
 * has no `unsafe-inline` (docs/decisions/0093).
 */
const tagManagerSources: Readonly<Record<string, readonly string[]>> = {
  'script-src': [TAG_MANAGER],
  'img-src': [TAG_MANAGER, 'https://*.google-analytics.com'],
  'connect-src': [TAG_MANAGER, 'https://*.google-analytics.com', 'https://*.analytics.google.com'],
};

/** The Content-Security-Policy of every page (CSP Level 3). Lets in a tag manager only where the brand has one. */
export function contentPolicyOf(
  { directives, scriptHashes, styleHashes }: BuiltPolicy,
  tagManagerId: string | null = null,
): string {
  const sources = (hashes: readonly string[]) => ["'self'", ...hashes.map((hash) => `'${hash}'`)].join(' ');
  const own = [`script-src ${sources(scriptHashes)}`, `style-src ${sources(styleHashes)}`];
  const all = [...directives, ...own];
  return (tagManagerId === null ? all : all.map(withTagManager)).join('; ');
}

function withTagManager(directive: string): string {
  const [name = ''] = directive.split(' ', 1);
  return [directive, ...(tagManagerSources[name] ?? [])].join(' ');
}

/** Address of its script; null without an id. */
export const tagManagerScript = (id: string | null): string | null =>
  id === null ? null : `${TAG_MANAGER}/gtm.js?id=${encodeURIComponent(id)}`;
