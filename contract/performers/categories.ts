import { z } from 'zod';
import { type Feature, features } from '../features.ts';
import { explainIssues } from '../front-matter.ts';
import { type Locale, locales } from '../locales.ts';
import { formerRoots, machineRoutes, pageRoutes } from '../page-routes.ts';
import { serviceRoots } from '../roots.ts';
import { type Category, type CategoryTab, categoryFilterSchema } from './categories-calls.ts';

/** Active categories in the order of the bar, with texts rendered. */
export type Categories = Readonly<Record<Locale, readonly Category[]>>;

export const CATEGORY_DESCRIPTION_MAX = 160;

export const reservedSlugs: readonly string[] = [
  ...locales,
  ...[...pageRoutes.map(({ path }) => path), ...machineRoutes].map((path) => path.split(/[/.]/)[1] ?? ''),
  ...serviceRoots,
  ...formerRoots,
  // Offline page, former search and terms, former name of the profile.
  ...['offline', 'search', 'algemenevoorwaarden', 'profiel'],
].filter((slug) => slug !== '');

const words = z.string().trim().min(1);
const picture = z
  .string()
  .regex(/^\/[^\s]+\.(svg|webp|avif|png|jpe?g)$/, 'must be a picture of this site, like /assets/tab.webp');

const tab = z.strictObject({
  tab: words,
  title: words,
  content: words,
  image: picture.optional(),
  feature: z.enum(features).optional(),
});

/** Given once, in the file of the first locale. */
const sharedFacts = z.strictObject({
  position: z.int().min(1).max(999),
  highlight: z.boolean().default(false),
  active: z.boolean().default(true),
  filters: z.strictObject(categoryFilterSchema.shape).optional(),
  mobileImageBg: picture.optional(),
});

const texts = z.strictObject({
  name: words.max(30),
  title: words.max(70),
  description: words.max(CATEGORY_DESCRIPTION_MAX),
  updated: z.iso.date('must be a day like 2026-11-20').optional(),
  h2Tabs: z.array(tab).max(6).default([]),
});

const firstFile = texts.extend(sharedFacts.shape);
const otherFile = texts.extend(sharedFacts.partial().shape);

type Texts = z.infer<typeof texts>;
export type WrittenCategory = Omit<Category, 'title' | 'description' | 'seo' | 'h2Tabs' | 'updated'> & {
  texts: Record<Locale, Texts & { body: string }>;
};

export interface CategoryFile {
  path: string;
  frontMatter: unknown;
  body: string;
}

/** Names file and field in one sentence. */
export class CategoryError extends Error {}

/** Merges a category's files, one for each locale. Throws CategoryError. */
export function gatherCategory(slug: string, files: Readonly<Record<Locale, CategoryFile>>): WrittenCategory {
  const [first, ...others] = locales;
  const { name: _, ...written } = parseFile(firstFile, files[first]);
  const { position, highlight, active, mobileImageBg, filters = { category: slug } } = written;
  const shared = { position, highlight, active, mobileImageBg, filters: written.filters };
  const all = {} as WrittenCategory['texts'];
  for (const locale of locales) {
    const file = files[locale];
    if (file.body.trim() === '')
      throw new CategoryError(`${file.path}: the text below the front matter is missing.`);
    all[locale] = { ...parseFile(locale === first ? firstFile : otherFile, file), body: file.body };
  }
  for (const locale of others) refuseOther(files[locale], shared, files[first].path);
  return {
    slug,
    key: slug,
    position,
    active,
    highlight: { active: highlight },
    ...(mobileImageBg ? { mobileImageBg } : {}),
    meta: Object.fromEntries(locales.map((locale) => [locale, { name: all[locale].name }])),
    filters,
    texts: all,
  };
}

/** Shared facts may be repeated in other files, but not differ. */
function refuseOther(file: CategoryFile, shared: Readonly<Record<string, unknown>>, first: string): void {
  const said = parseFile(otherFile, file) as Readonly<Record<string, unknown>>;
  const raw = (file.frontMatter ?? {}) as object;
  const differing = Object.keys(shared).find(
    (name) => name in raw && JSON.stringify(said[name]) !== JSON.stringify(shared[name]),
  );
  if (differing)
    throw new CategoryError(
      `${file.path}: ${differing} says something else than in ${first}; leave it out here.`,
    );
}

const endOf = (path: string, what: string): string => `${path}: ${what}${what.endsWith('?') ? '' : '.'}`;

function fieldsAt([first]: readonly PropertyKey[]): string[] {
  if (first === 'h2Tabs') return Object.keys(tab.shape);
  return Object.keys(first === 'filters' ? categoryFilterSchema.shape : firstFile.shape);
}

function parseFile<Schema extends z.ZodType>(schema: Schema, file: CategoryFile): z.infer<Schema> {
  const parsed = schema.safeParse(file.frontMatter);
  if (parsed.success) return parsed.data;
  const told = explainIssues(parsed.error.issues, { of: 'a category', fieldsAt });
  throw new CategoryError(told.map((what) => endOf(file.path, what)).join('\n'));
}

type CompleteTab = Omit<CategoryTab, 'feature'> & Required<Pick<CategoryTab, 'tab' | 'title' | 'content'>>;

/** Only tabs with tab, title and content are shown (platform spec 2), and only of what the brand has. */
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
