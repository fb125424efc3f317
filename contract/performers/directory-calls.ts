import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { count, listOf, nonNude, rowId, yes } from '../fields.ts';
import { snapshotSchema } from '../media/image.ts';
import {
  defaultGender,
  type FilterName,
  filterNames,
  filterValues,
  type GroupedName,
  grouped,
  MAX_TOY_CODE,
} from './filters.ts';
import { onlineStatusSchema, statusChoiceSchema } from './status.ts';

export const PAGE_SIZE = 60;
export const MAX_PAGE_SIZE = 200;

export const performerCardSchema = z.object({
  user: z.number().int(),
  username: z.string(),
  age: z.number().int(),
  rating: z.number(),
  onlineStatus: onlineStatusSchema,
  languages: z.array(z.string()),
  categories: z.array(z.string()),
  city: z.string(),
  isNew: z.boolean(),
  cybertoy: z.number().int(),
  snapshot: snapshotSchema,
});
export type PerformerCard = z.infer<typeof performerCardSchema>;

/** Values of one filter that a call takes. */
const VALUES_MAX = 20;

/** The filter's own values: one, or a list of alternatives. */
const chosen = <N extends FilterName>(name: N) => listOf(z.enum(filterValues[name]), VALUES_MAX).optional();

/** Sizes are numbers, and text in a query. */
const chosenSize = (name: 'breastSize' | 'penisSize') => {
  const size = z.enum(filterValues[name]);
  return listOf(z.union([size, z.number().transform(String).pipe(size)]), VALUES_MAX).optional();
};

/** Also what the filter groups under a value: `dk` asks for what `en` does. */
const chosenGroup = <N extends GroupedName>(name: N) => {
  const stored = z.enum(Object.keys(grouped[name]) as [keyof (typeof grouped)[N] & string]);
  const value = stored.transform((one) => grouped[name][one]);
  return listOf(z.union([z.enum(filterValues[name]), value]), VALUES_MAX).optional();
};

/** A flag, or the filter's one value. */
const piercings = z.union([
  listOf(z.enum(filterValues.piercings), VALUES_MAX),
  yes.transform((has) => (has ? [...filterValues.piercings] : undefined)),
]);

const gender = z.enum(filterValues.gender);
const toyCode = z.coerce.number().int().min(0).max(MAX_TOY_CODE);

/** Strict: a filter that is not known would answer everybody. */
export const performerFilterSchema = z.strictObject({
  gender: z.union([gender, z.array(gender).max(filterValues.gender.length)]).default(defaultGender),
  category: z.string().max(64).optional(),
  popular: chosen('popular'),
  status: chosen('status'),
  /** The same by the stored value: `free`, 3 (exact) or 2 (bit). */
  onlineStatus: statusChoiceSchema.optional(),
  age: chosen('age'),
  language: chosenGroup('language'),
  ethnicity: chosenGroup('ethnicity'),
  hairColor: chosenGroup('hairColor'),
  physique: chosen('physique'),
  breastSize: chosenSize('breastSize'),
  penisSize: chosenSize('penisSize'),
  shaved: chosen('shaved'),
  piercings: piercings.optional(),
  /** Cybertoy codes 1 and 2; also 3 and 5 when the popular filter asks for toys (live spec 9). */
  toy: yes.optional(),
  /** By code: one, or a list of alternatives. */
  cybertoy: z.union([toyCode, z.array(toyCode).max(MAX_TOY_CODE + 1)]).optional(),
  isNew: yes.optional(),
  username: z.string().max(64).optional(),
  userIds: listOf(rowId, MAX_PAGE_SIZE).optional(),
  excludeIds: listOf(rowId, MAX_PAGE_SIZE).optional(),
});

/** In the default order. */
export const orderKeys = ['free', 'lastCamSession', 'language', 'rating'] as const;
/** A language with `language`; with the others it changes nothing. */
const orderValue = z.union([z.string().max(16), z.number(), z.boolean()]).transform(String);
export type OrderKey = (typeof orderKeys)[number];

export const listPerformers = endpoint({
  base: 'engine',
  method: 'GET',
  path: '/performers',
  summary:
    'Performers that pass a filter, in order, a page at a time; nobody without any of the three options',
  access: 'anyone',
  input: z.object({
    filter: performerFilterSchema.optional(),
    /**
     * Free first, then last session, then language (default nl), then rating (live spec 9). `language` alone says
     * which; other keys are a different order, the first decides first.
     */
    ordering: z
      .array(z.strictObject({ key: z.enum(orderKeys), value: orderValue.default('') }))
      .max(orderKeys.length)
      .optional(),
    pagination: z
      .strictObject({
        page: count.max(10_000).default(1),
        limit: count.max(MAX_PAGE_SIZE).default(PAGE_SIZE),
      })
      .optional(),
    nonNude,
  }),
  output: z.object({ result: z.array(performerCardSchema), total: z.number().int() }),
  errors: [],
});

export const countByFilter = endpoint({
  base: 'engine',
  method: 'GET',
  path: '/performers/filters',
  summary: 'How many performers each value of each filter would show, given the filters chosen',
  access: 'anyone',
  input: z.object({ filter: performerFilterSchema.default({ gender: defaultGender }) }),
  output: z.object({
    /** Performers that pass all chosen filters. */
    total: z.number().int(),
    /** By filter and value; a filter does not narrow its own counts. */
    counts: z.record(z.enum(filterNames), z.record(z.string(), z.number().int())),
  }),
  errors: [],
});

/** Without a default for the gender. */
export const lookUpSchema = performerFilterSchema.extend({
  gender: performerFilterSchema.shape.gender.unwrap().optional(),
});

export const findPerformers = endpoint({
  base: 'engine',
  method: 'GET',
  path: '/user/find',
  summary:
    'Performers by username or by other filters, in the default order, at most a page; nobody without any',
  access: 'anyone',
  /** Filters may also stand beside each other: `?username=Noor` (platform spec 7). */
  input: z.object({
    ...lookUpSchema.shape,
    filter: lookUpSchema.optional(),
    limit: count.max(MAX_PAGE_SIZE).default(PAGE_SIZE),
    nonNude,
  }),
  output: z.object({ result: z.array(performerCardSchema) }),
  errors: [],
});

export const countPerformers = endpoint({
  base: 'engine',
  method: 'GET',
  path: '/user/count',
  summary: 'How many performers pass a filter; all of them without one',
  access: 'anyone',
  input: z.object({ filter: lookUpSchema.default({}) }),
  output: z.object({ count: z.number().int() }),
  errors: [],
});

export const AUTOCOMPLETE_MIN = 3;
export const AUTOCOMPLETE_LIMIT = 10;

export const autocompletePerformers = endpoint({
  base: 'engine',
  method: 'GET',
  path: '/user/autocomplete',
  summary:
    'Performers whose username starts with these letters, whatever their case; nothing below three letters',
  access: 'anyone',
  input: z.object({ username: z.string().max(64).default('') }),
  output: z.object({ result: z.array(z.object({ id: z.number().int(), username: z.string() })) }),
  errors: [],
});
