/** What the build knows of the policy: the configured directives, and a hash of each inline script and style. */
export interface BuiltPolicy {
  readonly directives: readonly string[];
  readonly scriptHashes: readonly string[];
  readonly styleHashes: readonly string[];
}

/** The Content-Security-Policy of every page (CSP Level 3). */
export function contentPolicyOf({ directives, scriptHashes, styleHashes }: BuiltPolicy): string {
  const sources = (hashes: readonly string[]) => ["'self'", ...hashes.map((hash) => `'${hash}'`)].join(' ');
  const own = [`script-src ${sources(scriptHashes)}`, `style-src ${sources(styleHashes)}`];
  return [...directives, ...own].join('; ');
}
