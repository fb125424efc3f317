import * as z from 'zod/mini';
import { chatPricesSchema } from '../../chat/prices.ts';
import { endpoint } from '../../endpoint.ts';
import { count, listOf, nonNude, rowId, yes } from '../../fields.ts';
import { snapshotSchema } from '../../image.ts';
import { locales } from '../../locales.ts';
import { onlineStatusSchema, statusChoiceSchema } from '../status.ts';
import {
  defaultGender,
  type FilterName,
  filterNames,
  filterValues,
  type GroupedName,
  grouped,
  MAX_TOY_CODE,
} from './filters.ts';

export const PAGE_SIZE = 60;
export const MAX_PAGE_SIZE = 200;

export const performerCardSchema = z.object({
  user: z.int(),
  username: z.string(),
  age: z.int(),
  rating: z.number(),
  onlineStatus: onlineStatusSchema,
  languages: z.array(z.string()),
  categories: z.array(z.string()),
  city: z.string(),
  isNew: z.boolean(),
  cybertoy: z.int(),
  snapshot: snapshotSchema,
  /** Missing if all performers ask the specification's prices. */
  prices: z.optional(chatPricesSchema),
});
export type PerformerCard = z.infer<typeof performerCardSchema>;

/** Maximum number of values for one filter. */
const VALUES_MAX = 20;

/** One of the filter's values, or a list of alternatives. */
const chosen = <N extends FilterName>(name: N) => z.optional(listOf(z.enum(filterValues[name]), VALUES_MAX));

/** Sizes are numbers; in a query they are text. */
const chosenSize = (name: 'breastSize' | 'penisSize') => {
  const size = z.enum(filterValues[name]);
  return z.optional(
    listOf(z.union([size, z.pipe(z.pipe(z.number(), z.transform(String)), size)]), VALUES_MAX),
  );
};

/** Also accepts values grouped under another: `dk` is treated as `en`. */
const chosenGroup = <N extends GroupedName>(name: N) => {
  const stored = z.enum(Object.keys(grouped[name]) as [keyof (typeof grouped)[N] & string]);
  const value = z.pipe(
    stored,
    z.transform((one) => grouped[name][one]),
  );
  return z.optional(listOf(z.union([z.enum(filterValues[name]), value]), VALUES_MAX));
};

/** A flag, or the filter's single value. */
const piercings = z.union([
  listOf(z.enum(filterValues.piercings), VALUES_MAX),
  z.pipe(
    yes,
    z.transform((has) => (has ? [...filterValues.piercings] : undefined)),
  ),
]);

const gender = z.enum(filterValues.gender);
const toyCode = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(MAX_TOY_CODE));

/** Strict: an unknown filter would otherwise return every performer. */
export const performerFilterSchema = z.strictObject({
  gender: z._default(
    z.union([gender, z.array(gender).check(z.maxLength(filterValues.gender.length))]),
    defaultGender,
  ),
  category: z.optional(z.string().check(z.maxLength(64))),
  popular: chosen('popular'),
  status: chosen('status'),
  /** By name or stored value: `free`, 3 (exact) or 2 (bit). */
  onlineStatus: z.optional(statusChoiceSchema),
  age: chosen('age'),
  language: chosenGroup('language'),
  ethnicity: chosenGroup('ethnicity'),
  hairColor: chosenGroup('hairColor'),
  physique: chosen('physique'),
  breastSize: chosenSize('breastSize'),
  penisSize: chosenSize('penisSize'),
  shaved: chosen('shaved'),
  piercings: z.optional(piercings),
  /** Cybertoy codes 1 and 2; also 3 and 5 when the popular filter asks for toys (live spec 9). */
  toy: z.optional(yes),
  /** By code: one, or a list of alternatives. */
  cybertoy: z.optional(z.union([toyCode, z.array(toyCode).check(z.maxLength(MAX_TOY_CODE + 1))])),
  isNew: z.optional(yes),
  /** At most this many credits for a minute of chat; ignored if all performers ask the specification's prices. */
  price: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000))),
  username: z.optional(z.string().check(z.maxLength(64))),
  userIds: z.optional(listOf(rowId, MAX_PAGE_SIZE)),
  excludeIds: z.optional(listOf(rowId, MAX_PAGE_SIZE)),
});

/** In the default order. */
export const orderKeys = ['free', 'lastCamSession', 'language', 'rating'] as const;
/** `price`: the live first, and among the live and the others by the price of a minute of chat. */
const sortKeys = [...orderKeys, 'price'] as const;
export type OrderKey = (typeof sortKeys)[number];

/** As clients write directions; the first one of each is ours. */
const directions = { desc: ['desc', '', '1', 'true'], asc: ['asc', '0', 'false'] } as const;
const directionWords: readonly string[] = Object.values(directions).flat();

/** `desc` begins with the free, the live, the newest session, the highest rating; `asc` is the other way round. */
export type Direction = keyof typeof directions;
export const directionOf = (value: string): Direction =>
  directions.asc.some((word) => word === value) ? 'asc' : 'desc';

/** An empty value changes nothing, nor does a language of the site that no performer can choose. */
const languageWords: readonly string[] = [
  '',
  ...filterValues.language,
  ...locales.map((one) => one.toLowerCase()),
];

const orderSchema = z
  .strictObject({
    key: z.enum(sortKeys),
    /** A language for the key `language`, a direction for other keys. */
    value: z._default(
      z.pipe(
        z.union([z.string().check(z.maxLength(16)), z.number(), z.boolean()]),
        z.transform((value) => String(value).toLowerCase()),
      ),
      '',
    ),
  })
  .check(
    z.refine(({ key, value }) => (key === 'language' ? languageWords : directionWords).includes(value), {
      path: ['value'],
    }),
  );

export const listPerformers = endpoint({
  base: 'engine',
  method: 'GET',
  path: '/performers',
  summary:
    'Returns a page of performers that pass a filter, in order; an empty list without any of the three options',
  access: 'anyone',
  input: z.object({
    filter: z.optional(performerFilterSchema),
    /**
     * Free first, then last session, language (default nl) and rating (live spec 9). `language` alone sets the
     * language; other keys set another order, in which earlier keys decide first.
     */
    ordering: z.optional(z.array(orderSchema).check(z.maxLength(sortKeys.length))),
    pagination: z.optional(
      z.strictObject({
        page: z._default(count.check(z.maximum(10_000)), 1),
        limit: z._default(count.check(z.maximum(MAX_PAGE_SIZE)), PAGE_SIZE),
      }),
    ),
    nonNude,
  }),
  output: z.object({ result: z.array(performerCardSchema), total: z.int() }),
  errors: [],
});

export const startingCardSchema = z.extend(performerCardSchema, { startsAt: z.iso.datetime() });
export type StartingCard = z.infer<typeof startingCardSchema>;

export const listStarting = endpoint({
  base: 'engine',
  method: 'GET',
  path: '/performers/starting',
  summary: 'Returns the offline performers that pass a filter and plan to go live next, soonest first',
  access: 'anyone',
  input: z.object({ filter: z._default(performerFilterSchema, { gender: defaultGender }), nonNude }),
  output: z.object({ result: z.array(startingCardSchema) }),
  errors: [],
});

export const countByFilter = endpoint({
  base: 'engine',
  method: 'GET',
  path: '/performers/filters',
  summary: 'Returns how many performers each value of each filter would show, given the chosen filters',
  access: 'anyone',
  input: z.object({ filter: z._default(performerFilterSchema, { gender: defaultGender }) }),
  output: z.object({
    /** Performers that pass all filters. */
    total: z.int(),
    /** Per filter and value; a filter does not narrow its own counts. */
    counts: z.record(z.enum(filterNames), z.record(z.string(), z.int())),
    /** The lowest and highest price of a minute of chat; missing if all performers ask the specification's. */
    prices: z.optional(z.object({ min: z.int(), max: z.int() })),
  }),
  errors: [],
});

/** The filter schema without a default gender. */
export const lookUpSchema = z.extend(performerFilterSchema, {
  gender: z.optional(performerFilterSchema.shape.gender.def.innerType),
});

export const findPerformers = endpoint({
  base: 'engine',
  method: 'GET',
  path: '/user/find',
  summary:
    'Returns performers by username or other filters in the default order, at most a page; an empty list without any',
  access: 'anyone',
  /** Filters may also be top-level keys: `?username=Noor` (platform spec 7). */
  input: z.object({
    ...lookUpSchema.shape,
    filter: z.optional(lookUpSchema),
    limit: z._default(count.check(z.maximum(MAX_PAGE_SIZE)), PAGE_SIZE),
    nonNude,
  }),
  output: z.object({ result: z.array(performerCardSchema) }),
  errors: [],
});

export const countPerformers = endpoint({
  base: 'engine',
  method: 'GET',
  path: '/user/count',
  summary: 'Returns how many performers pass a filter; all of them without one',
  access: 'anyone',
  input: z.object({ filter: z._default(lookUpSchema, {}) }),
  output: z.object({ count: z.int() }),
  errors: [],
});

export const AUTOCOMPLETE_MIN = 3;
export const AUTOCOMPLETE_LIMIT = 10;

export const autocompletePerformers = endpoint({
  base: 'engine',
  method: 'GET',
  path: '/user/autocomplete',
  summary:
    'Returns performers whose username, or a word of it, starts with these letters, ignoring case and marks; an empty list below three letters',
  access: 'anyone',
  input: z.object({ username: z._default(z.string().check(z.maxLength(64)), '') }),
  output: z.object({ result: z.array(z.object({ id: z.int(), username: z.string() })) }),
  errors: [],
});
