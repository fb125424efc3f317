import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { inEachLocale, locales } from '../locales.ts';
import { categorySchema, categoryTextsSchema } from '../performers/directory/categories-calls.ts';
import {
  promoAudiences,
  promoPlacements,
  promoRests,
  promoSchema,
} from '../performers/profile/promotions-calls.ts';
import { routes } from '../site/routes.ts';
import { describeList, type Section } from './described/described.ts';

/** Characters of a file that is checked. */
export const CONTENT_FILE_MAX = 16_000;

/** Name of a promotion's file without `.json`. */
export const promotionName = /^[\w-]{1,64}$/;

/** A field that differs; null where it is missing. */
export interface ContentChange {
  /** Like `en.h2Tabs.1.title`. */
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** The fields that differ between two contents, in the order of the second. A content is data as JSON has it. */
export function changesBetween(before: unknown, after: unknown): ContentChange[] {
  const [old, own] = [new Map(leavesOf(before, '')), new Map(leavesOf(after, ''))];
  return [...new Set([...own.keys(), ...old.keys()])].flatMap((field) => {
    const change = { field, before: old.get(field) ?? null, after: own.get(field) ?? null };
    return change.before === change.after ? [] : [change];
  });
}

/** Items of a list count from 1; a list of plain values is one field. Line ends count as one. */
function leavesOf(value: unknown, path: string): [field: string, text: string][] {
  if (value === null || value === undefined) return [];
  if (typeof value !== 'object') return [[path, String(value).replaceAll('\r\n', '\n').trim()]];
  const at = (name: string) => (path === '' ? name : `${path}.${name}`);
  if (!Array.isArray(value)) return Object.entries(value).flatMap(([name, one]) => leavesOf(one, at(name)));
  if (value.every((one) => typeof one !== 'object')) return [[path, value.join(', ')]];
  return value.flatMap((one, index) => leavesOf(one, at(String(index + 1))));
}

const editors = { base: 'desk', access: 'operator', roles: ['support', 'moderator'] } as const;

const fileText = z.string().check(z.maxLength(CONTENT_FILE_MAX));
const day = z.nullable(z.iso.date());

const publishedCategory = z.object({
  slug: z.string(),
  position: z.int(),
  active: z.boolean(),
  /** By language. */
  texts: z.object(
    inEachLocale(() =>
      z.object({
        name: z.string(),
        updated: day,
        /** Of the text below the front matter. */
        words: z.int(),
      }),
    ),
  ),
});

const publishedPromotion = z.object({
  /** Of its file, without `.json`. */
  name: z.string(),
  placement: z.enum(promoPlacements),
  audience: z.enum(promoAudiences),
  from: day,
  until: day,
  position: z.int(),
  model: z.nullable(z.object({ username: z.string(), isFound: z.boolean() })),
  /** Null if it is shown today; a grid needs its performer to be live as well. */
  rest: z.nullable(z.enum(promoRests)),
});

export const listContent = endpoint({
  ...editors,
  method: 'GET',
  path: '/content',
  summary: 'Returns the categories and promotions that were read when the product started',
  input: z.object({}),
  output: z.object({
    categories: z.array(publishedCategory),
    promotions: z.array(publishedPromotion),
  }),
  errors: [],
});

/** Result of checking a file. */
const checked = {
  /** Nothing is published under this name. */
  isNew: z.boolean(),
  /** Sentences with which the product would refuse to start. */
  mistakes: z.array(z.string()),
  /** Sentences with which `npm run check` and the build would stop besides. */
  remarks: z.array(z.string()),
  changes: z.array(
    z.object({ field: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) }),
  ),
};

const categoryShown = z.extend(categorySchema, categoryTextsSchema.shape);

export const previewCategory = endpoint({
  ...editors,
  method: 'POST',
  path: '/content/category',
  summary: 'Checks changed files of a category and returns it as visitors would see it; stores nothing',
  input: z.object({
    /** Name of the folder. */
    slug: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
    /** Files that differ from the published ones, by language. */
    files: z.object(inEachLocale(() => z.optional(fileText))),
  }),
  output: z.object({
    ...checked,
    /** By language; null if there are mistakes. */
    shown: z.nullable(z.object(inEachLocale(() => categoryShown))),
  }),
  errors: [],
});

export const previewPromotion = endpoint({
  ...editors,
  method: 'POST',
  path: '/content/promotion',
  summary: 'Checks a changed promotion and returns it as visitors would see it; stores nothing',
  input: z.object({
    name: z.string().check(z.trim(), z.regex(promotionName)),
    file: fileText,
  }),
  output: z.object({
    ...checked,
    audience: z.enum(promoAudiences),
    rest: z.nullable(z.enum(promoRests)),
    /** By language; null if there are mistakes. */
    shown: z.nullable(z.object(inEachLocale(() => promoSchema))),
  }),
  errors: [],
});

type Category = z.infer<typeof publishedCategory>;
type InLocale = Category['texts'][(typeof locales)[number]];

/** `nl: Kunst · en: Art · de: Kunst`. */
const inLocales =
  (textOf: (text: InLocale) => string | number | null) =>
  ({ texts }: Category): string =>
    locales.map((one) => `${one}: ${textOf(texts[one]) ?? '–'}`).join(' · ');

/** Its page is written by hand around the lists (src/pages/desk/content.astro). */
export const contentSection: Section = {
  path: routes.deskContent,
  texts: 'content',
  filters: {},
  lists: [
    describeList({
      name: 'categories',
      file: 'none',
      call: listContent,
      rows: 'categories',
      key: 'slug',
      title: 'categories',
      empty: 'noCategories',
      columns: [
        {
          name: 'address',
          kind: 'name',
          of: ({ slug }) => `/${slug}`,
          link: ({ slug, active }) => (active ? routes.category(slug) : null),
        },
        { name: 'position', kind: 'count' },
        { name: 'names', kind: 'name', of: inLocales(({ name }) => name) },
        { name: 'active', kind: 'yes' },
        { name: 'updated', kind: 'text', of: inLocales(({ updated }) => updated) },
        { name: 'words', kind: 'text', of: inLocales(({ words }) => words) },
      ],
    }),
    describeList({
      name: 'promotions',
      file: 'none',
      call: listContent,
      rows: 'promotions',
      key: 'name',
      title: 'promotions',
      empty: 'noPromotions',
      columns: [
        { name: 'file', kind: 'name', of: ({ name }) => name },
        { name: 'placement', kind: 'state', states: 'content.placements' },
        { name: 'audience', kind: 'state', states: 'content.audiences' },
        { name: 'from', kind: 'day' },
        { name: 'until', kind: 'day' },
        { name: 'rest', kind: 'state', empty: 'shown' },
        { name: 'model', kind: 'name', of: ({ model }) => model?.username },
        { name: 'found', kind: 'yes', of: ({ model }) => model?.isFound },
      ],
    }),
  ],
};
