import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { routes } from '../site/routes.ts';
import { describeList, type Section } from './described/described.ts';

export const listContentChanges = endpoint({
  base: 'desk',
  access: 'operator',
  roles: ['support', 'moderator', 'finance'],
  method: 'GET',
  path: '/content/changes',
  summary:
    'Returns the fields of promotions that changed since a day, newest first; by default since yesterday',
  input: z.object({ since: z.optional(z.iso.date()) }),
  output: z.object({
    since: z.iso.date(),
    result: z.array(
      z.object({
        day: z.iso.date(),
        /** Of the file, without `.json`. */
        promotion: z.string(),
        change: z.enum(['added', 'changed', 'removed']),
        /** Like `title`; null for a promotion that was added or removed as a whole. */
        field: z.nullable(z.string()),
        before: z.nullable(z.string()),
        after: z.nullable(z.string()),
      }),
    ),
  }),
  errors: [],
});

export const changeSection: Section = {
  path: routes.deskChanges,
  texts: 'contentChanges',
  filters: { since: { label: 'since', hint: 'sinceHint' } },
  lists: [
    describeList({
      name: 'content-changes',
      call: listContentChanges,
      rows: 'result',
      key: 'promotion',
      words: 'content changes',
      columns: [
        { name: 'day', kind: 'day' },
        { name: 'promotion', kind: 'name' },
        { name: 'change', kind: 'state' },
        { name: 'field', kind: 'name' },
        { name: 'before', kind: 'text' },
        { name: 'after', kind: 'text' },
      ],
    }),
  ],
};
