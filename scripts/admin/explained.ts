import { labelOf } from '#contract/errors.ts';

/** Throws the text for the error's label; other errors unchanged. */
export function explained(error: unknown, texts: Readonly<Record<string, string>>): never {
  const text = new Map(Object.entries(texts)).get(labelOf(error));
  throw text === undefined ? error : new Error(text);
}
