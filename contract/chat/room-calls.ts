import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { chatMessageSchema } from './messages.ts';
import { authSchema } from './session-calls.ts';

export const GAP_LIMIT = 200;

export const readChatMessages = endpoint({
  base: 'chat',
  method: 'GET',
  path: '/chat/messages',
  summary: 'Returns the messages of a room after a sequence number, to close the gap after a reconnect',
  access: 'anyone',
  input: z.object({
    auth: authSchema,
    after: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(2_147_483_647)),
  }),
  output: z.object({
    /** After numbered ones, those that wait and that the caller may see. */
    messages: z.array(chatMessageSchema),
    more: z.boolean(),
    /** Ids of messages that were removed within the last hour. */
    removed: z.array(z.string()),
  }),
  errors: ['badRequest.invalid.auth', 'badRequest.session.ended'],
});
