/** The build's part of the policy: the configured directives, and a hash of each inline script and style. */
export interface BuiltPolicy {
  readonly directives: readonly string[];
  readonly scriptHashes: readonly string[];
  readonly styleHashes: readonly string[];
}

const TAG_MANAGER = 'https://www.googletagmanager.com';

/**
 * Sources a page must allow for the tag manager, by directive. Tags that insert inline script stay blocked: the policy
 * has no `unsafe-inline`.
 */
const tagManagerSources: Readonly<Record<string, readonly string[]>> = {
  'script-src': [TAG_MANAGER],
  'img-src': [TAG_MANAGER, 'https://*.google-analytics.com'],
  'connect-src': [TAG_MANAGER, 'https://*.google-analytics.com', 'https://*.analytics.google.com'],
};

/** The Content-Security-Policy of every page (CSP Level 3). Allows a tag manager only if the brand has one. */
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

/** URL of the tag manager's script; null without an id. */
export const tagManagerScript = (id: string | null): string | null =>
  id === null ? null : `${TAG_MANAGER}/gtm.js?id=${encodeURIComponent(id)}`;
