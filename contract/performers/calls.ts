import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { albumItemSchema, albumSchema } from '../media/albums.ts';
import { snapshotSchema } from '../media/image.ts';
import { type FilterName, filterNames, filterValues } from './filters.ts';
import { onlineStatusSchema } from './status.ts';

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

/** Numbers arrive as text in a query string. */
export const yes = z.union([z.boolean(), z.stringbool()]);
/** A row's number, as the database holds it. */
export const rowId = z.coerce.number().int().min(1).max(2_147_483_647);
export const count = z.coerce.number().int().min(1);
/** Only pictures that show nothing explicit; filled from the `x-non-nude` header. */
export const nonNude = yes.default(false);
/** A language of the site as the header `x-lang` names it; what is not said is in the default one. */
export const lang = z.string().max(16).default('nl');

/** Every filter as a list of its own values; what is not chosen is left out. */
const chosen = <N extends FilterName>(name: N) =>
  z.array(z.enum(filterValues[name])).max(filterValues[name].length).optional();

export const performerFilterSchema = z.object({
  gender: z.enum(['female', 'male', 'trans', 'couple']).default('female'),
  category: z.string().max(64).optional(),
  popular: chosen('popular'),
  status: chosen('status'),
  age: chosen('age'),
  language: chosen('language'),
  ethnicity: chosen('ethnicity'),
  hairColor: chosen('hairColor'),
  physique: chosen('physique'),
  breastSize: chosen('breastSize'),
  penisSize: chosen('penisSize'),
  shaved: chosen('shaved'),
  piercings: chosen('piercings'),
  /** Those of the toy list: cybertoy codes 1 and 2, and 3 and 5 when the popular filter asks for toys (live spec 9). */
  toy: yes.optional(),
  isNew: yes.optional(),
  username: z.string().max(64).optional(),
  userIds: z.array(rowId).max(MAX_PAGE_SIZE).optional(),
  excludeIds: z.array(rowId).max(MAX_PAGE_SIZE).optional(),
});

export const listPerformers = endpoint({
  base: 'engine',
  method: 'GET',
  path: '/performers',
  summary: 'Performers that pass a filter, in order, a page at a time',
  access: 'anyone',
  input: z.object({
    filter: performerFilterSchema.default({ gender: 'female' }),
    /** Free first, then who was on last when offline, then the language named here (nl else), then rating (live spec 9). */
    ordering: z
      .array(z.object({ key: z.literal('language'), value: z.string().max(16) }))
      .max(4)
      .default([]),
    pagination: z
      .object({ page: count.max(10_000).default(1), limit: count.max(MAX_PAGE_SIZE).default(PAGE_SIZE) })
      .default({ page: 1, limit: PAGE_SIZE }),
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
  input: z.object({ filter: performerFilterSchema.default({ gender: 'female' }) }),
  output: z.object({
    /** Performers that pass all chosen filters. */
    total: z.number().int(),
    /** By filter and value; what is chosen of that same filter does not narrow its own counts. */
    counts: z.record(z.enum(filterNames), z.record(z.string(), z.number().int())),
  }),
  errors: [],
});

/** For whoever looks one performer or a kind of performers up: no gender is taken for granted. */
export const lookUpSchema = performerFilterSchema.extend({
  gender: performerFilterSchema.shape.gender.unwrap().optional(),
});

export const findPerformers = endpoint({
  base: 'engine',
  method: 'GET',
  path: '/user/find',
  summary: 'Performers by username or by other filters, in the default order, at most a page',
  access: 'anyone',
  input: z.object({
    filter: lookUpSchema.default({}),
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

export const profileSchema = performerCardSchema.extend({
  id: z.number().int(),
  dateOfBirth: z.string(),
  gender: z.enum(['female', 'male', 'trans', 'couple']),
  /** What the performer wrote: locale → field (`motto`, `description`, …) → text. */
  texts: z.record(z.string(), z.record(z.string(), z.string())),
  /** Coded fields of the profile (live spec 3), only those that are filled. */
  fields: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])),
  /** Whether nothing this performer shows is explicit. */
  nonude: z.boolean(),
  onlineState: z.enum(['online', 'offline']),
  /** ISO instants; null before the first broadcast. */
  firstCamSession: z.string().nullable(),
  lastCamSession: z.string().nullable(),
  /** The portrait, also while `snapshot` shows the stream. */
  cover: snapshotSchema.nullable(),
  coverVideo: albumItemSchema.shape.video,
  /** The pictures of all albums. */
  images: z.array(snapshotSchema),
  albums: z.array(albumSchema),
  related: z.array(performerCardSchema),
  /** Usernames of who comes before and after in the default ordering. */
  previous: z.string().nullable(),
  next: z.string().nullable(),
});
export type Profile = z.infer<typeof profileSchema>;

export const RELATED_LIMIT = 10;

export const readProfile = endpoint({
  base: 'engine',
  method: 'GET',
  path: '/profile/username/{username}',
  summary: 'One performer by username, with related performers',
  access: 'anyone',
  input: z.object({ username: z.string().min(1).max(64), lang, nonNude }),
  output: profileSchema,
  errors: ['badRequest.performer.notExists', 'badRequest.performer.removed'],
});

export const readProfileById = endpoint({
  base: 'engine',
  method: 'GET',
  path: '/profile/{id}',
  summary: 'One performer by id, with related performers',
  access: 'anyone',
  input: z.object({ id: rowId, lang, nonNude }),
  output: profileSchema,
  errors: ['badRequest.performer.notExists', 'badRequest.performer.removed'],
});
