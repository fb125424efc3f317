import { z } from 'zod';

export const flag = (fallback: boolean) => z.stringbool().default(fallback);
export const count = (fallback: number) => z.coerce.number().int().min(0).default(fallback);

/**
 * Text of a variable in docs/variables.md (scripts/docs/variables.ts). `unset` replaces the schema's default, as
 * Markdown.
 */
interface Explanation {
  description: string;
  unset?: string;
}

/** A variable with its explanation. */
export const is = <Schema extends z.ZodType>(schema: Schema, description: string, unset?: string): Schema => {
  const explanation: Explanation = { description, ...(unset !== undefined && { unset }) };
  return schema.meta({ ...explanation });
};
