import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { count, nonNude, rowId, yes } from '../fields.ts';
import { snapshotSchema } from '../media/image.ts';
import { defaultGender, type FilterName, filterNames, filterValues } from './filters.ts';
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

/** A list of the filter's own values. */
const chosen = <N extends FilterName>(name: N) =>
  z.array(z.enum(filterValues[name])).max(filterValues[name].length).optional();

const gender = z.enum(filterValues.gender);

/** Strict: a filter that is not known would answer everybody. */
export const performerFilterSchema = z.strictObject({
  gender: z.union([gender, z.array(gender).max(filterValues.gender.length)]).default(defaultGender),
  category: z.string().max(64).optional(),
  popular: chosen('popular'),
  status: chosen('status'),
  /** The same by the stored value: `free`, 3 (exact) or 2 (bit). */
  onlineStatus: statusChoiceSchema.optional(),
  age: chosen('age'),
  language: chosen('language'),
  ethnicity: chosen('ethnicity'),
  hairColor: chosen('hairColor'),
  physique: chosen('physique'),
  breastSize: chosen('breastSize'),
  penisSize: chosen('penisSize'),
  shaved: chosen('shaved'),
  piercings: chosen('piercings'),
  /** Cybertoy codes 1 and 2; also 3 and 5 when the popular filter asks for toys (live spec 9). */
  toy: yes.optional(),
  isNew: yes.optional(),
  username: z.string().max(64).optional(),
  userIds: z.array(rowId).max(MAX_PAGE_SIZE).optional(),
  excludeIds: z.array(rowId).max(MAX_PAGE_SIZE).optional(),
});

/** In the default order. */
export const orderKeys = ['free', 'lastCamSession', 'language', 'rating'] as const;
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
      .array(z.strictObject({ key: z.enum(orderKeys), value: z.string().max(16).default('') }))
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
