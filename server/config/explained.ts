import { z } from 'zod';

export const flag = (fallback: boolean) => z.stringbool().default(fallback);
export const count = (fallback: number) => z.coerce.number().int().min(0).default(fallback);

/** `value`: the variable is a secret; `part`: a URL or list that may contain one. */
type Secrecy = 'value' | 'part';

/**
 * Text of a variable in docs/variables.md (scripts/docs/generated.ts). `unset` replaces the schema's default, as
 * Markdown.
 */
interface Explanation {
  description: string;
  unset?: string;
  secret?: Secrecy;
}

const explain = <Schema extends z.ZodType>(schema: Schema, explanation: Explanation): Schema =>
  schema.meta({ ...explanation });

const textOf = (description: string, unset: string | undefined): Explanation => ({
  description,
  ...(unset !== undefined && { unset }),
});

/** A variable with its explanation. */
export const is = <Schema extends z.ZodType>(schema: Schema, description: string, unset?: string): Schema =>
  explain(schema, textOf(description, unset));

/** A variable that is a secret: may be read from a file, and is judged in production. */
export const secret = <Schema extends z.ZodType>(
  schema: Schema,
  description: string,
  unset?: string,
): Schema => explain(schema, { ...textOf(description, unset), secret: 'value' });

/** A variable that may contain a password, such as a URL: may be read from a file. */
export const withPassword = <Schema extends z.ZodType>(
  schema: Schema,
  description: string,
  unset?: string,
): Schema => explain(schema, { ...textOf(description, unset), secret: 'part' });

/** Null for a variable without a secret. */
export const secrecyOf = (schema: z.ZodType): Secrecy | null =>
  (schema.meta() as Partial<Explanation> | undefined)?.secret ?? null;
