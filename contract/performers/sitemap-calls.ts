import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { count, rowId } from '../fields.ts';

/** Entries of one answer. */
export const MAX_SITEMAP_ENTRIES = 1000;

export const listSitemapEntries = endpoint({
  base: 'engine',
  method: 'GET',
  path: '/performers/addresses',
  summary: 'Usernames of all performers with a profile, oldest first, and when their page last changed',
  access: 'anyone',
  input: z.object({
    /** Id of the last performer of the previous part. */
    after: rowId.optional(),
    /** For the first part only. */
    skip: z.coerce.number().int().min(0).max(10_000_000).default(0),
    limit: count.max(MAX_SITEMAP_ENTRIES).default(MAX_SITEMAP_ENTRIES),
  }),
  output: z.object({
    /** `changed`: ISO time. */
    result: z.array(z.object({ id: z.number().int(), username: z.string(), changed: z.string() })),
    /** With the first part only. */
    total: z.number().int().optional(),
  }),
  errors: [],
});
