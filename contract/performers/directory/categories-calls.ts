import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { textLang, yes } from '../../fields.ts';
import { features } from '../../site/features.ts';
import { lookUpSchema } from './directory-calls.ts';
import { type FilterName, filterValues } from './filters.ts';

/** A separate file, because only rendering uses these schemas: no browser loads them. */

export const categoryTabSchema = z.object({
  tab: z.optional(z.string()),
  title: z.optional(z.string()),
  /** HTML made from Markdown, safe to insert. */
  content: z.optional(z.string()),
  image: z.optional(z.string()),
  /** Shown only if the brand has this feature. */
  feature: z.optional(z.enum(features)),
});
export type CategoryTab = z.infer<typeof categoryTabSchema>;

const values = <N extends FilterName>(name: N) =>
  z.optional(z.array(z.enum(filterValues[name])).check(z.maxLength(filterValues[name].length)));

/** Lists only, without the single-value form, so that an error can name the wrong value. */
export const categoryFilterSchema = z.extend(
  z.omit(lookUpSchema, { username: true, userIds: true, excludeIds: true }),
  {
    popular: values('popular'),
    status: values('status'),
    age: values('age'),
    language: values('language'),
    ethnicity: values('ethnicity'),
    hairColor: values('hairColor'),
    physique: values('physique'),
    breastSize: values('breastSize'),
    penisSize: values('penisSize'),
    shaved: values('shaved'),
    piercings: values('piercings'),
  },
);

export const categorySchema = z.object({
  slug: z.string(),
  key: z.string(),
  position: z.int(),
  active: z.boolean(),
  highlight: z.object({ active: z.boolean() }),
  /** Site-relative URL of a picture for small screens. */
  mobileImageBg: z.optional(z.string()),
  meta: z.record(z.string(), z.object({ name: z.string() })),
  filters: categoryFilterSchema,
});

export const categoryTextsSchema = z.object({
  title: z.string(),
  /** At most 160 characters. */
  description: z.string(),
  seo: z.object({ main: z.object({ title: z.string(), content: z.string() }) }),
  h2Tabs: z.array(categoryTabSchema),
  /** ISO date of the last change of the texts. */
  updated: z.optional(z.string()),
});

export const listCategories = endpoint({
  base: 'engine',
  method: 'GET',
  path: '/featured/categories',
  summary: 'Returns active categories in the order of the bar, with their texts unless `texts` is false',
  access: 'anyone',
  input: z.object({ lang: textLang, texts: z._default(yes, true) }),
  output: z.object({
    result: z.array(z.extend(categorySchema, z.partial(categoryTextsSchema).shape)),
  }),
  errors: [],
});

export const readCategory = endpoint({
  base: 'engine',
  method: 'GET',
  path: '/featured/categories/{slug}',
  summary: 'Returns one active category with its texts',
  access: 'anyone',
  input: z.object({ slug: z.string().check(z.maxLength(64)), lang: textLang }),
  output: z.extend(categorySchema, categoryTextsSchema.shape),
  errors: ['badRequest.notFound'],
});
export type Category = z.infer<typeof readCategory.output>;
