import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { done, rowId } from '../fields.ts';
import { favouriteSchema } from './favourites.ts';

export const listFavourites = endpoint({
  base: 'member',
  method: 'GET',
  path: '/favourite',
  summary: 'Returns the favourites of a member, newest first',
  access: 'member',
  input: z.object({}),
  output: z.object({ result: z.array(favouriteSchema) }),
  errors: [],
});

export const addFavourite = endpoint({
  base: 'member',
  method: 'POST',
  path: '/favourite',
  summary: 'Adds a performer to the favourites; idempotent',
  access: 'member',
  input: z.object({ performerId: rowId }),
  output: done,
  errors: ['badRequest.performer.notExists', 'badRequest.favourites.full'],
});

export const removeFavourite = endpoint({
  base: 'member',
  method: 'DELETE',
  path: '/favourite',
  summary: 'Removes a performer from the favourites; idempotent',
  access: 'member',
  input: z.object({ performerId: rowId }),
  output: done,
  errors: [],
});
