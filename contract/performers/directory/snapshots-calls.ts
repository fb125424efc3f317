import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { nonNude, rowId } from '../../fields.ts';
import { snapshotSchema } from '../../image.ts';

/** Pictures of a preview. */
export const SNAPSHOTS_LIMIT = 8;

export const listSnapshots = endpoint({
  base: 'engine',
  method: 'GET',
  path: '/performers/{user}/snapshots',
  summary:
    'Returns the newest pictures of a public stream, oldest first; an empty list for any other performer',
  access: 'anyone',
  input: z.object({ user: rowId, nonNude }),
  output: z.object({ result: z.array(snapshotSchema) }),
  errors: [],
});
