import { iceServerSchema } from '@vonk/media';
import * as z from 'zod/mini';
import { chatMessageSchema } from '../chat/messages.ts';
import { delaySecondsSchema } from '../chat/room/moderation-delay.ts';
import { moderatorSchema } from '../chat/room/moderator-calls.ts';
import { topTippersSchema } from '../chat/room/tip-menu-calls.ts';
import { slowSecondsSchema } from '../chat/sanctions.ts';
import { cutGroundSchema } from '../chat/session.ts';
import { goalViewSchema } from '../chat/tipping/goals.ts';
import { toyStateSchema } from '../chat/toy-calls.ts';
import { endpoint } from '../endpoint.ts';
import { chatTextSchema, clientIdSchema, moment } from '../fields.ts';
import { onlineStatusSchema } from '../performers/status.ts';
import { offersFactor } from './account/account-calls.ts';
import { earnedTotalsSchema } from './numbers/earned.ts';
import { studioShowsSchema } from './vip-calls.ts';

export const studioLogin = endpoint({
  base: 'studio',
  method: 'POST',
  path: '/login',
  summary: 'Logs a performer in',
  access: 'anyone',
  input: z.object({
    username: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
    password: z.string().check(z.minLength(1), z.maxLength(128)),
  }),
  output: z.object({
    token: z.string(),
    performer: z.object({ id: z.int(), username: z.string() }),
    offersFactor,
  }),
  errors: ['badRequest.invalid.login'],
});

export const startBroadcast = endpoint({
  base: 'studio',
  method: 'POST',
  path: '/broadcast',
  summary:
    'Returns the WHIP URL, a token and the ICE servers for an encoder; a new broadcast replaces the running one',
  access: 'performer',
  input: z.object({
    /** Id of the page that will broadcast: other pages of the studio stop theirs. */
    page: z.optional(clientIdSchema),
  }),
  output: z.object({
    /** WHIP URL; site-relative if the media server is embedded. */
    url: z.string(),
    token: z.string(),
    expiresAt: z.string(),
    /** For encoders configured by hand; the WHIP answer contains them too. */
    iceServers: z.array(iceServerSchema),
  }),
  errors: ['badRequest.chat.closed'],
});

export const setStatus = endpoint({
  base: 'studio',
  method: 'PUT',
  path: '/status',
  summary:
    'Sets the performer’s status; any but offline needs a running broadcast, and VIP is set by shows only',
  access: 'performer',
  input: z.object({ onlineStatus: onlineStatusSchema }),
  output: z.object({ onlineStatus: onlineStatusSchema }),
  errors: [
    'badRequest.performer.offline',
    'badRequest.performer.busy',
    'badRequest.chat.closed',
    'badRequest.identity.missing',
    'badRequest.identity.expired',
  ],
});

export const closeRoom = endpoint({
  base: 'studio',
  method: 'POST',
  path: '/room/close',
  summary: 'Closes the room: ends every chat and gives back the rest of the running units',
  access: 'performer',
  input: z.object({}),
  output: z.object({ onlineStatus: onlineStatusSchema }),
  errors: [],
});

export const readRoom = endpoint({
  base: 'studio',
  method: 'GET',
  path: '/room',
  summary:
    'Returns the performer’s own room: status, earnings, toy, VIP requests, and messages after a sequence number',
  access: 'performer',
  input: z.object({
    after: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(2_147_483_647)), 0),
  }),
  output: z.object({
    onlineStatus: onlineStatusSchema,
    viewers: z.int(),
    /** Earned credits. */
    credits: z.int(),
    earned: earnedTotalsSchema,
    /** The operator keeps the room closed. */
    isShut: z.boolean(),
    /** Why and until when an operator has cut the stream; null for `until`: until it is allowed again. */
    cut: z.nullable(z.object({ ground: cutGroundSchema, until: z.nullable(moment) })),
    /** After numbered ones, those that wait. */
    messages: z.array(chatMessageSchema),
    /** Ids of messages that were removed within the last hour. */
    removed: z.array(z.string()),
    toy: toyStateSchema,
    vip: studioShowsSchema,
    goal: z.nullable(goalViewSchema),
    topTippers: topTippersSchema,
    /** In the order in which their appointments end. */
    moderators: z.array(moderatorSchema),
    rules: z.object({
      /** Seconds between two messages of a member; null without slow mode. */
      slowSeconds: slowSecondsSchema,
      /** Seconds for which messages of viewers wait; null without a moderation delay. */
      delaySeconds: delaySecondsSchema,
      /** The performer's own list of hidden words. */
      words: z.array(z.string()),
    }),
  }),
  errors: [],
});

export const sayInRoom = endpoint({
  base: 'studio',
  method: 'POST',
  path: '/chat/message',
  summary: 'Sends the performer’s message, announcement or notice to her own room',
  access: 'performer',
  input: z.object({
    message: chatTextSchema,
    clientId: clientIdSchema,
    messageType: z._default(z.enum(['host', 'room', 'notice']), 'host'),
  }),
  output: z.object({ message: chatMessageSchema }),
  errors: ['badRequest.idempotency.conflict', 'badRequest.chat.words'],
});
