const known = new WeakMap<object, Map<string, unknown>>();

/**
 * What was made of an answer of the API before, or what `make` makes of it now. Pages that share an answer share what
 * is made of it. `key` names what is made and everything else that it depends on.
 */
export function derive<Made>(answer: object, key: string, make: () => Made): Made {
  const made = known.get(answer) ?? new Map<string, unknown>();
  if (made.size === 0) known.set(answer, made);
  if (!made.has(key)) made.set(key, make());
  return made.get(key) as Made;
}
