import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { count, rowId } from '../../fields.ts';
import { locales } from '../../locales.ts';

/** Maximum number of entries per response. */
export const MAX_SITEMAP_ENTRIES = 1000;

export const listSitemapEntries = endpoint({
  base: 'engine',
  method: 'GET',
  path: '/performers/addresses',
  summary:
    'Returns the usernames of all performers with a profile, oldest first, when each page last changed, and its languages',
  access: 'anyone',
  input: z.object({
    /** Id of the last performer in the previous part. */
    after: z.optional(rowId),
    /** Used for the first part only. */
    skip: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(10_000_000)), 0),
    limit: z._default(count.check(z.maximum(MAX_SITEMAP_ENTRIES)), MAX_SITEMAP_ENTRIES),
  }),
  output: z.object({
    /** `changed`: ISO time. `languages`: those in which her profile has a text; all languages if it has no text. */
    result: z.array(
      z.object({
        id: z.int(),
        username: z.string(),
        changed: z.string(),
        languages: z.array(z.enum(locales)),
      }),
    ),
    /** Only in the first part. */
    total: z.optional(z.int()),
  }),
  errors: [],
});
