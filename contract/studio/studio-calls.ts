import { iceServerSchema } from '@vonk/media';
import { z } from 'zod';
import { chatMessageSchema, chatTextSchema, clientIdSchema } from '../chat/messages.ts';
import { toyStateSchema } from '../chat/toys.ts';
import { endpoint } from '../endpoint.ts';
import { onlineStatusSchema } from '../performers/status.ts';
import { studioShowsSchema } from './vip-calls.ts';

export const studioLogin = endpoint({
  base: 'studio',
  method: 'POST',
  path: '/login',
  summary: 'Logs a performer in',
  access: 'anyone',
  input: z.object({ username: z.string().trim().min(1).max(64), password: z.string().min(1).max(128) }),
  output: z.object({
    token: z.string(),
    performer: z.object({ id: z.number().int(), username: z.string() }),
  }),
  errors: ['badRequest.invalid.login'],
});

export const startBroadcast = endpoint({
  base: 'studio',
  method: 'POST',
  path: '/broadcast',
  summary: 'The WHIP URL and token for an encoder',
  access: 'performer',
  input: z.object({}),
  output: z.object({
    /** WHIP URL; site-relative where the media server is embedded. */
    url: z.string(),
    token: z.string(),
    expiresAt: z.string(),
    /** For encoders that take them by hand; the answer to the offer names them too. */
    iceServers: z.array(iceServerSchema),
  }),
  errors: [],
});

export const setStatus = endpoint({
  base: 'studio',
  method: 'PUT',
  path: '/status',
  summary: 'Sets the performer’s status; going live needs a running broadcast, VIP a VIP session',
  access: 'performer',
  input: z.object({ onlineStatus: onlineStatusSchema }),
  output: z.object({ onlineStatus: onlineStatusSchema }),
  errors: ['badRequest.performer.offline', 'badRequest.performer.busy', 'badRequest.chat.closed'],
});

export const closeRoom = endpoint({
  base: 'studio',
  method: 'POST',
  path: '/room/close',
  summary: 'Closes the room: everybody leaves, the rest of their minute is given back',
  access: 'performer',
  input: z.object({}),
  output: z.object({ onlineStatus: onlineStatusSchema }),
  errors: [],
});

export const readRoom = endpoint({
  base: 'studio',
  method: 'GET',
  path: '/room',
  summary: 'The performer’s own room: status, earnings and messages after a sequence number',
  access: 'performer',
  input: z.object({ after: z.coerce.number().int().min(0).max(2_147_483_647).default(0) }),
  output: z.object({
    onlineStatus: onlineStatusSchema,
    viewers: z.number().int(),
    /** Earned credits. */
    credits: z.number().int(),
    messages: z.array(chatMessageSchema),
    toy: toyStateSchema,
    vip: studioShowsSchema,
  }),
  errors: [],
});

export const sayInRoom = endpoint({
  base: 'studio',
  method: 'POST',
  path: '/chat/message',
  summary: 'The performer speaks in the room, announces something to it, or leaves it a notice',
  access: 'performer',
  input: z.object({
    message: chatTextSchema,
    clientId: clientIdSchema,
    messageType: z.enum(['host', 'room', 'notice']).default('host'),
  }),
  output: z.object({ message: chatMessageSchema }),
  errors: ['badRequest.idempotency.conflict', 'badRequest.chat.words'],
});
