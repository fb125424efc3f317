const known = new WeakMap<object, Map<string, unknown>>();

/**
 * Returns the result of `make` for an API response, cached as long as the response, so pages that share a response
 * share the result. `key` names the result and everything else it depends on.
 */
export function derive<Made>(answer: object, key: string, make: () => Made): Made {
  const made = known.get(answer) ?? new Map<string, unknown>();
  if (made.size === 0) known.set(answer, made);
  if (!made.has(key)) made.set(key, make());
  return made.get(key) as Made;
}
