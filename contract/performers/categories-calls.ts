import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { features } from '../features.ts';
import { textLang, yes } from '../fields.ts';
import { lookUpSchema } from './directory-calls.ts';
import { type FilterName, filterValues } from './filters.ts';

/** In a file of their own because only rendering uses them: no browser loads these schemas. */

export const categoryTabSchema = z.object({
  tab: z.string().optional(),
  title: z.string().optional(),
  /** HTML made from Markdown, safe to insert. */
  content: z.string().optional(),
  image: z.string().optional(),
  /** Shown only where the brand has this. */
  feature: z.enum(features).optional(),
});
export type CategoryTab = z.infer<typeof categoryTabSchema>;

const values = <N extends FilterName>(name: N) =>
  z.array(z.enum(filterValues[name])).max(filterValues[name].length).optional();

/** In one form alone, so that an editor is told which value is none. */
export const categoryFilterSchema = lookUpSchema
  .omit({ username: true, userIds: true, excludeIds: true })
  .extend({
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
  });

export const categorySchema = z.object({
  slug: z.string(),
  key: z.string(),
  position: z.number().int(),
  active: z.boolean(),
  highlight: z.object({ active: z.boolean() }),
  /** Site-relative URL of a picture for small screens. */
  mobileImageBg: z.string().optional(),
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
  updated: z.string().optional(),
});

export const listCategories = endpoint({
  base: 'engine',
  method: 'GET',
  path: '/featured/categories',
  summary: 'Active categories in the order of the bar, with their texts unless `texts` is false',
  access: 'anyone',
  input: z.object({ lang: textLang, texts: yes.default(true) }),
  output: z.object({
    result: z.array(categorySchema.extend(categoryTextsSchema.partial().shape)),
  }),
  errors: [],
});

export const readCategory = endpoint({
  base: 'engine',
  method: 'GET',
  path: '/featured/categories/{slug}',
  summary: 'One active category with its texts',
  access: 'anyone',
  input: z.object({ slug: z.string().max(64), lang: textLang }),
  output: categorySchema.extend(categoryTextsSchema.shape),
  errors: ['badRequest.notFound'],
});
export type Category = z.infer<typeof readCategory.output>;
