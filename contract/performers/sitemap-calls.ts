import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { count, rowId } from '../fields.ts';

/** Addresses asked for at once; a sitemap is written in pieces of this size. */
export const MAX_SITEMAP_ENTRIES = 1000;

export const listSitemapEntries = endpoint({
  base: 'engine',
  method: 'GET',
  path: '/performers/addresses',
  summary: 'Usernames of all performers with a profile, oldest first, and when their page last changed',
  access: 'anyone',
  input: z.object({
    /** The piece after this performer; `skip` is for the first one. */
    after: rowId.optional(),
    /** Performers left out at the beginning. */
    skip: z.coerce.number().int().min(0).max(10_000_000).default(0),
    limit: count.max(MAX_SITEMAP_ENTRIES).default(MAX_SITEMAP_ENTRIES),
  }),
  output: z.object({
    /** `changed` is an ISO instant. */
    result: z.array(z.object({ id: z.number().int(), username: z.string(), changed: z.string() })),
    /** How many there are; not said again with a later piece. */
    total: z.number().int().optional(),
  }),
  errors: [],
});
