import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { explainIssues, insteadOf } from '#contract/content/front-matter.ts';
import { singleBraces } from '#contract/content/texts.ts';
import { own } from '#contract/input.ts';
import { inEachLocale, type Locale, locales } from '#contract/locales.ts';
import { ConfigError } from '#server/config/config.ts';

/** Relative to the project's root. */
const ROOT = 'src/content';

export interface Content<Texts> {
  /** Texts of the product; read once. Throws ConfigError with one sentence per mistake, naming file and field. */
  in(locale: Locale): Texts;
  /** The same sentences for another folder with `mails`, `documents` and so on; empty if all is well. */
  mistakes(root?: string): string[];
}

/** Texts of the server: `src/content/<folder>/<locale>.json`, one file per language. */
export function contentOf<Schema extends z.ZodType>(
  folder: string,
  schema: Schema,
): Content<z.output<Schema>> {
  type Texts = z.output<Schema>;
  let known: Readonly<Record<Locale, Texts>> | undefined;
  const mistakes = (root = ROOT): string[] => {
    const files = inEachLocale((locale) => readOne(join(root, folder, `${locale}.json`), schema));
    const [first, ...others] = locales;
    return [
      ...locales.flatMap((locale) => [...files[locale].mistakes, ...bracesIn(files[locale])]),
      ...others.flatMap((locale) => otherFields(files[first], files[locale])),
      ...others.flatMap((locale) => otherValues(files[first], files[locale])),
    ];
  };
  const readAll = (): Readonly<Record<Locale, Texts>> => {
    const wrong = mistakes();
    if (wrong.length > 0) throw new ConfigError(wrong.join('\n'));
    return inEachLocale((locale) => readOne(join(ROOT, folder, `${locale}.json`), schema).texts as Texts);
  };
  return {
    in(locale) {
      known ??= readAll();
      return known[locale];
    },
    mistakes,
  };
}

interface Read {
  path: string;
  texts: unknown;
  mistakes: string[];
}

function readOne(path: string, schema: z.ZodType): Read {
  let written: unknown;
  try {
    written = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const what = error instanceof SyntaxError ? 'is not JSON' : 'is missing; each language has one';
    return { path, texts: null, mistakes: [`${path}: this file ${what}.`] };
  }
  const parsed = schema.safeParse(written);
  if (parsed.success) return { path, texts: parsed.data, mistakes: [] };
  const mistakes = explainIssues(parsed.error.issues, { of: 'this file', fieldsAt: fieldsOf(schema) });
  return { path, texts: null, mistakes: mistakes.map((mistake) => `${path}: ${mistake}.`) };
}

/** Fields of nested objects in a schema, by path. */
const fieldsOf =
  (schema: z.ZodType) =>
  (path: readonly PropertyKey[]): string[] => {
    const fieldsIn = (part: unknown): Readonly<Record<string, unknown>> =>
      part instanceof z.ZodObject ? part.shape : {};
    const fieldIn = (part: unknown, key: string): unknown =>
      own(fieldsIn(part), key) ?? (part instanceof z.ZodObject ? part.def.catchall : undefined);
    const found = path.reduce<unknown>((part, key) => fieldIn(part, String(key)), schema);
    return Object.keys(fieldsIn(found));
  };

const bracesIn = ({ path, texts }: Read): string[] =>
  leavesOf(texts).flatMap(([field, text]) =>
    isPatternField(field) ? [] : singleBraces(text).map((what) => `${path}: ${field}: ${what}.`),
  );

/** Regular expressions, in which braces count repetitions. */
const isPatternField = (field: string): boolean => field.startsWith('promises.');

/** A field whose name the schema leaves open must be in every language. An unreadable file has none to compare. */
function otherFields(first: Read, other: Read): string[] {
  if (!first.texts || !other.texts) return [];
  const [wanted, found] = [Object.keys(first.texts), Object.keys(other.texts)];
  return [
    ...wanted
      .filter((field) => !found.includes(field))
      .map((field) => `${other.path}: ${field} is missing, but ${first.path} has it.`),
    ...found
      .filter((field) => !wanted.includes(field))
      .map((field) => `${other.path}: ${field} is not a field of ${first.path}; ${insteadOf(field, wanted)}`),
  ];
}

/** The placeholders must be the same in every language. An unreadable file has none to compare. */
function otherValues(first: Read, other: Read): string[] {
  const wanted = new Map(leavesOf(first.texts));
  return leavesOf(other.texts).flatMap(([field, text]) => {
    const reference = wanted.get(field);
    if (reference === undefined || valuesIn(text) === valuesIn(reference)) return [];
    return [
      `${other.path}: ${field} has ${valuesIn(text) || 'no value'}, but in ${first.path} ${valuesIn(reference) || 'no value'}.`,
    ];
  });
}

const valuesIn = (text: string): string =>
  [...new Set([...text.matchAll(/\{\{\w+\}\}/g)].map(([value]) => value))].sort().join(', ');

function leavesOf(texts: unknown, prefix = ''): [field: string, text: string][] {
  if (typeof texts === 'string') return [[prefix, texts]];
  if (typeof texts !== 'object' || texts === null) return [];
  return Object.entries(texts).flatMap(([key, value]) => leavesOf(value, prefix ? `${prefix}.${key}` : key));
}

/** Replaces `{{name}}` by its value. Throws for a name without a value. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) throw new Error(`No value for {{${name}}} in “${text}”`);
    return String(value);
  });

const text = z.string().trim().min(1);

/** `errors` are for pages the site can't render: from the server, or cached in the browser. Gateways read the others. */
export const errorTexts = contentOf(
  'pages',
  z.strictObject({
    errors: z.strictObject({
      home: text,
      status400: text,
      status403: text,
      status404: text,
      status405: text,
      status413: text,
      status500: text,
      offline: z.strictObject({ title: text, text, again: text }),
    }),
    payment: z.looseObject({}),
    phone: z.looseObject({}),
  }),
);
