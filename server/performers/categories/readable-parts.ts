import { type Locale, locales } from '#contract/locales.ts';
import type { CategoryFile, WrittenCategory } from '#contract/performers/directory/categories.ts';
import { type Feature, features } from '#contract/site/features.ts';

type Texts = WrittenCategory['texts'][Locale];

/** What is checked in a category also if it has mistakes: empty texts, and no position, for what cannot be read. */
export interface ReadableCategory extends Pick<WrittenCategory, 'slug' | 'mobileImageBg'> {
  readonly active: boolean;
  readonly position: number | null;
  /** Only of files that can be read. */
  readonly texts: Partial<Record<Locale, Pick<Texts, 'name' | 'title' | 'description' | 'h2Tabs' | 'body'>>>;
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsIn = (value: unknown): Fields =>
  (typeof value === 'object' && value !== null ? value : {}) as Fields;
const textIn = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const isFeature = (value: unknown): value is Feature => features.some((feature) => feature === value);
/** The path of a picture of the site; other mistakes in it are told by its schema. */
const pictureIn = (value: unknown): string | null => /^\/\S+$/.exec(textIn(value))?.[0] ?? null;

/** The parts of these files that can be read. */
export function readableParts(
  slug: string,
  files: Readonly<Record<Locale, CategoryFile | null>>,
): ReadableCategory {
  const { position, active, mobileImageBg } = fieldsIn(files[locales[0]]?.frontMatter);
  const picture = pictureIn(mobileImageBg);
  const texts = locales.flatMap((locale) => {
    const file = files[locale];
    return file ? [[locale, textsOf(file)] as const] : [];
  });
  return {
    slug,
    active: active !== false,
    position: typeof position === 'number' ? position : null,
    ...(picture ? { mobileImageBg: picture } : {}),
    texts: Object.fromEntries(texts),
  };
}

function textsOf({ frontMatter, body }: CategoryFile) {
  const { name, title, description, h2Tabs } = fieldsIn(frontMatter);
  return {
    name: textIn(name),
    title: textIn(title),
    description: textIn(description),
    h2Tabs: (Array.isArray(h2Tabs) ? h2Tabs : []).map(tabOf),
    body,
  };
}

function tabOf(value: unknown): Texts['h2Tabs'][number] {
  const { tab, title, content, image, feature } = fieldsIn(value);
  const picture = pictureIn(image);
  return {
    tab: textIn(tab),
    title: textIn(title),
    content: textIn(content),
    ...(picture ? { image: picture } : {}),
    ...(isFeature(feature) ? { feature } : {}),
  };
}
