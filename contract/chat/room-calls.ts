import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { chatMessageSchema } from './messages.ts';
import { authSchema } from './session-calls.ts';

export const GAP_LIMIT = 200;

export const readChatMessages = endpoint({
  base: 'chat',
  method: 'GET',
  path: '/chat/messages',
  summary: 'Messages of the room after a sequence number: closes the gap of a reconnect',
  access: 'anyone',
  input: z.object({ auth: authSchema, after: z.coerce.number().int().min(0).max(2_147_483_647) }),
  output: z.object({ messages: z.array(chatMessageSchema), more: z.boolean() }),
  errors: ['badRequest.invalid.auth'],
});
