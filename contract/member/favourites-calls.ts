import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { done, rowId } from '../fields.ts';
import { favouriteSchema } from './favourites.ts';

export const listFavourites = endpoint({
  base: 'member',
  method: 'GET',
  path: '/favourite',
  summary: 'The performers a member keeps, the newest first',
  access: 'member',
  input: z.object({}),
  output: z.object({ result: z.array(favouriteSchema) }),
  errors: [],
});

export const addFavourite = endpoint({
  base: 'member',
  method: 'POST',
  path: '/favourite',
  summary: 'Keeps a performer; one that is kept already stays so',
  access: 'member',
  input: z.object({ performerId: rowId }),
  output: done,
  errors: ['badRequest.performer.notExists', 'badRequest.favourites.full'],
});

export const removeFavourite = endpoint({
  base: 'member',
  method: 'DELETE',
  path: '/favourite',
  summary: 'Keeps a performer no longer; one that was not kept is no mistake',
  access: 'member',
  input: z.object({ performerId: rowId }),
  output: done,
  errors: [],
});
