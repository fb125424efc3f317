import * as z from 'zod/mini';
import { explainIssues } from '../../content/front-matter.ts';
import { inEachLocale, type Locale, locales } from '../../locales.ts';
import { type Feature, features } from '../../site/features.ts';
import { formerRoots, machineRoutes, pageRoutes } from '../../site/page-routes.ts';
import { serviceRoots } from '../../start/roots.ts';
import { type Category, type CategoryTab, categoryFilterSchema } from './categories-calls.ts';

/** Active categories in the order of the bar, with texts rendered. */
export type Categories = Readonly<Record<Locale, readonly Category[]>>;

export const CATEGORY_DESCRIPTION_MAX = 160;

export const reservedSlugs: readonly string[] = [
  ...locales,
  ...[...pageRoutes.map(({ path }) => path), ...machineRoutes].map((path) => path.split(/[/.]/)[1] ?? ''),
  ...serviceRoots,
  ...formerRoots,
  // Offline page, former search and terms, former path of the profile.
  'offline',
  'search',
  'algemenevoorwaarden',
  'profiel',
].filter((slug) => slug !== '');

const words = z.string().check(z.trim(), z.minLength(1));
const picture = z
  .string()
  .check(
    z.regex(/^\/[^\s]+\.(svg|webp|avif|png|jpe?g)$/, 'must be a picture of this site, like /assets/tab.webp'),
  );

const tab = z.strictObject({
  tab: words,
  title: words,
  content: words,
  image: z.optional(picture),
  feature: z.optional(z.enum(features)),
});

/** Facts shared by all languages, given in the file of the first locale. */
const sharedFacts = z.strictObject({
  position: z.int().check(z.minimum(1), z.maximum(999)),
  highlight: z._default(z.boolean(), false),
  active: z._default(z.boolean(), true),
  filters: z.optional(z.strictObject(categoryFilterSchema.shape)),
  mobileImageBg: z.optional(picture),
});

const texts = z.strictObject({
  name: words.check(z.maxLength(30)),
  title: words.check(z.maxLength(70)),
  description: words.check(z.maxLength(CATEGORY_DESCRIPTION_MAX)),
  updated: z.optional(z.iso.date('must be a day like 2026-11-20')),
  h2Tabs: z._default(z.array(tab).check(z.maxLength(6)), []),
});

const firstFile = z.extend(texts, sharedFacts.shape);
const otherFile = z.extend(texts, z.partial(sharedFacts).shape);

type Texts = z.infer<typeof texts>;
export type WrittenCategory = Omit<Category, 'title' | 'description' | 'seo' | 'h2Tabs' | 'updated'> & {
  texts: Record<Locale, Texts & { body: string }>;
};

/** A category as its editors wrote it: one file per language. */
export interface EditedCategory {
  readonly written: WrittenCategory;
  readonly files: Readonly<Record<Locale, string>>;
}

export interface CategoryFile {
  path: string;
  frontMatter: unknown;
  body: string;
}

/** The message names file and field in one sentence. */
export class CategoryError extends Error {}

/**
 * Merges the files of a category, one per locale; null for a file that could not be read. Throws CategoryError with the
 * mistakes of all files.
 */
export function gatherCategory(
  slug: string,
  files: Readonly<Record<Locale, CategoryFile | null>>,
): WrittenCategory {
  const [first] = locales;
  const parsed = inEachLocale((locale) => {
    const file = files[locale];
    return file && parseFile(locale === first ? firstFile : otherFile, file);
  });
  const facts = firstFacts(parsed[first]?.data);
  const mistakes = locales.flatMap((locale) => [
    ...(parsed[locale]?.mistakes ?? []),
    ...emptyBody(files[locale]),
    ...(locale === first
      ? []
      : otherFacts(files[locale], { read: parsed[locale]?.data, facts, first: files[first] })),
  ]);
  if (mistakes.length > 0 || !facts) throw new CategoryError(mistakes.join('\n'));
  const texts = inEachLocale((locale) => ({
    ...(parsed[locale]?.data as Texts),
    body: files[locale]?.body ?? '',
  }));
  const { position, active, highlight, mobileImageBg, filters = { category: slug } } = facts;
  return {
    slug,
    key: slug,
    position,
    active,
    highlight: { active: highlight },
    ...(mobileImageBg ? { mobileImageBg } : {}),
    meta: inEachLocale((locale) => ({ name: texts[locale].name })),
    filters,
    texts,
  };
}

type Facts = z.infer<typeof sharedFacts>;

/** The facts of the first file; null if it could not be read. */
function firstFacts(data: object | undefined): Facts | null {
  if (!data) return null;
  const { position, highlight, active, mobileImageBg, filters } = data as Facts;
  return { position, highlight, active, mobileImageBg, filters };
}

const emptyBody = (file: CategoryFile | null): string[] =>
  file && file.body.trim() === '' ? [`${file.path}: the text below the front matter is missing.`] : [];

interface Compared {
  readonly read: object | undefined;
  readonly facts: Facts | null;
  readonly first: CategoryFile | null;
}

/** Shared facts that another file repeats differently. */
function otherFacts(file: CategoryFile | null, { read, facts, first }: Compared): string[] {
  if (!file || !read || !facts || !first) return [];
  const raw = (file.frontMatter ?? {}) as object;
  const own = read as Readonly<Record<string, unknown>>;
  return Object.entries(facts)
    .filter(([name, value]) => name in raw && JSON.stringify(own[name]) !== JSON.stringify(value))
    .map(([name]) => `${file.path}: ${name} differs from ${first.path}; leave it out here.`);
}

/** zod/mini has no texts of its own. */
const english = z.locales.en().localeError;

const endOf = (path: string, what: string): string => `${path}: ${what}${what.endsWith('?') ? '' : '.'}`;

function fieldsAt([first]: readonly PropertyKey[]): string[] {
  if (first === 'h2Tabs') return Object.keys(tab.shape);
  return Object.keys(first === 'filters' ? categoryFilterSchema.shape : firstFile.shape);
}

function parseFile(
  schema: typeof firstFile | typeof otherFile,
  file: CategoryFile,
): { data?: Texts; mistakes: string[] } {
  const parsed = schema.safeParse(file.frontMatter, { error: english });
  if (parsed.success) return { data: parsed.data, mistakes: [] };
  const mistakes = explainIssues(parsed.error.issues, { of: 'a category', fieldsAt });
  return { mistakes: mistakes.map((what) => endOf(file.path, what)) };
}

type CompleteTab = Omit<CategoryTab, 'feature'> & Required<Pick<CategoryTab, 'tab' | 'title' | 'content'>>;

/** Tabs with tab, title and content (platform spec 2) whose feature the brand has. */
export function completeTabs(
  tabs: readonly CategoryTab[],
  has: (feature: Feature) => boolean,
): CompleteTab[] {
  return tabs.flatMap(({ tab: label, title, content, image, feature }) =>
    label && title && content && (!feature || has(feature))
      ? [{ tab: label, title, content, ...(image ? { image } : {}) }]
      : [],
  );
}
