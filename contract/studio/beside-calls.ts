import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { done, rowId } from '../fields.ts';

export const readBeside = endpoint({
  base: 'studio',
  method: 'GET',
  path: '/beside',
  summary: 'Returns the recorded people beside the performer, and who is in the picture of her streams',
  access: 'performer',
  input: z.object({}),
  output: z.object({
    people: z.array(
      z.object({ person: z.int(), label: z.string(), isApproved: z.boolean(), inPicture: z.boolean() }),
    ),
    version: z.string(),
  }),
  errors: [],
});

export const saveBeside = endpoint({
  base: 'studio',
  method: 'PUT',
  path: '/beside',
  summary:
    'Replaces who is in the picture of the performer’s running and later streams: approved people only',
  access: 'performer',
  input: z.object({
    people: z.array(rowId).check(z.maxLength(20)),
    version: z.optional(z.string().check(z.maxLength(16))),
  }),
  output: done,
  errors: ['badRequest.notFound', 'badRequest.form.changed'],
});
