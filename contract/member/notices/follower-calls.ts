import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { moment } from '../../fields.ts';

export const listFollowerMessages = endpoint({
  base: 'member',
  method: 'GET',
  path: '/favourites/messages',
  summary:
    'Returns what the member’s favourites wrote to all who follow them in the last seven days, newest first',
  access: 'member',
  input: z.object({}),
  output: z.object({
    result: z.array(
      z.object({ performerId: z.int(), username: z.string(), text: z.string(), sentAt: moment }),
    ),
  }),
  errors: [],
});
export type FollowerMessages = z.infer<typeof listFollowerMessages.output>['result'];
