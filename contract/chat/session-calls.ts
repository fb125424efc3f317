import { playerConfigSchema } from '@vonk/media';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { metaValues, ROW_MAX } from '../fields.ts';
import { chatMessageSchema } from './messages.ts';
import { receiptSchema } from './receipt.ts';
import { voiceSchema } from './sanctions.ts';
import { chatTypeSchema } from './session.ts';

export const authSchema = z.string().min(1).max(2048);

export const chatMetaSchema = z.object({
  type: chatTypeSchema,
  agent: z.string(),
  /** ISO time of expiry, unless a keep-alive renews it. */
  endTime: z.string(),
});

export const meterSchema = z.object({
  session: z.string(),
  price: z.number().int(),
  spent: z.number().int(),
  paidMs: z.number().int(),
  leftMs: z.number().int().nullable(),
});

export const getChatJoinToken = endpoint({
  base: 'member',
  method: 'POST',
  path: '/chat/join',
  summary: 'A short-lived token with which the caller may join one performer’s chat',
  access: 'anyone',
  input: z.object({
    /** Username, or the user id as a number. */
    performer: z.union([z.string().min(1).max(64), z.number().int().min(1).max(ROW_MAX)]),
    /** What the viewer has agreed to; without it, what is on now. */
    type: chatTypeSchema.optional(),
    /** Of a call that pays; `meta.nickname` is what its guest wants to be called. */
    session: z.string().max(128).optional(),
    meta: metaValues.optional(),
  }),
  output: z.object({ token: z.string() }),
  errors: [
    'badRequest.performer.notExists',
    'badRequest.performer.offline',
    'badRequest.performer.paused',
    'badRequest.performer.busy',
    'badRequest.deduct.credits.amount',
    'badRequest.debt.open',
    'badRequest.limit.reached',
    'badRequest.limit.coolOff',
    'badRequest.guest.expired',
    'badRequest.chat.switched',
    'badRequest.dialIn.notExists',
    'badRequest.nickname.required',
    'badRequest.forbiddenWords',
    'badRequest.invalidChar',
    'badRequest.nicknameLength',
    'badRequest.username_exists',
    'badRequest.chat.kicked',
    'badRequest.chat.blocked',
    'badRequest.chat.closed',
  ],
});

export const joinChat = endpoint({
  base: 'chat',
  method: 'POST',
  path: '/chat/join',
  summary: 'Joins with a token; over the socket the connection also enters the room',
  access: 'anyone',
  input: z.object({ 'x-chat': authSchema }),
  output: z.object({
    auth: z.string(),
    meta: chatMetaSchema,
    config: playerConfigSchema,
    type: chatTypeSchema,
    active: z.boolean(),
    room: z.number().int(),
    sender: z.string(),
    viewers: z.number().int(),
    /** Free seconds a guest has left; null without a limit. */
    secondsLeft: z.number().int().nullable(),
    meter: meterSchema,
    messages: z.array(chatMessageSchema),
    voice: voiceSchema,
  }),
  errors: [
    'badRequest.invalid.joinToken',
    'badRequest.session.duplicate',
    'badRequest.performer.offline',
    'badRequest.performer.paused',
    'badRequest.performer.busy',
    'badRequest.deduct.credits.amount',
    'badRequest.debt.open',
    'badRequest.limit.reached',
    'badRequest.limit.coolOff',
    'badRequest.guest.expired',
    'badRequest.chat.switched',
    'badRequest.chat.kicked',
    'badRequest.chat.blocked',
    'badRequest.chat.closed',
    'badRequest.media.unavailable',
  ],
});

const figure = z.number().min(0).max(Number.MAX_SAFE_INTEGER).default(0).catch(0);
const whole = figure.transform(Math.floor);

/** Players report as they can: a figure that is missing or no number proves nothing. */
export const playerStatsSchema = z.object({
  framesDecoded: whole,
  packetsLost: whole,
  /** ms without a new frame since the stream began. */
  stalledMs: figure,
});

export const keepAlive = endpoint({
  base: 'chat',
  method: 'PUT',
  path: '/chat/keep-alive',
  summary: 'Keeps a session alive, reports the player and renews the auth',
  access: 'anyone',
  input: z.object({
    auth: authSchema,
    /** Not read: what counts is in the auth. */
    meta: z.unknown().optional(),
    /** Of any shape: a report that cannot be read must not end a chat. */
    stats: playerStatsSchema.optional().catch(undefined),
  }),
  output: z.object({ auth: z.string(), meta: chatMetaSchema, room: z.number().int(), meter: meterSchema }),
  errors: ['badRequest.invalid.auth', 'badRequest.session.ended'],
});

/**
 * `failed`: the player could not go on. The others are the specification's (live 3, 4); for any other word the viewer has
 * left, too.
 */
const leaveReasonSchema = z
  .enum([
    'left',
    'failed',
    'guest_expired',
    'duplicate_session',
    'paused',
    'default',
    'dialin_stopped',
    'chat-closed',
    'ping-auth-expired',
    'ping-unauthorized',
  ])
  .default('left')
  .catch('left');

export const leaveChat = endpoint({
  base: 'chat',
  method: 'PUT',
  path: '/chat/leave',
  summary: 'Leaves; the rest of the running minute can be used for five minutes, no further one is charged',
  access: 'anyone',
  input: z.object({ auth: authSchema, reason: leaveReasonSchema }),
  output: z.object({ left: z.literal(true), receipt: receiptSchema }),
  errors: ['badRequest.invalid.auth'],
});

/** For a beacon when the page unloads: it can set no header, so the API key is in the query. */
export const leaveChatBeacon = endpoint({
  base: 'chat',
  method: 'POST',
  path: '/chat/leave',
  summary: 'Leave as a beacon',
  access: 'anyone',
  input: z.object({ auth: authSchema, reason: leaveReasonSchema }),
  output: z.object({ left: z.literal(true), receipt: receiptSchema }),
  errors: ['badRequest.invalid.auth'],
});

/** Where the specification's engine has it. */
export const leaveChatEngine = endpoint({
  ...leaveChatBeacon,
  base: 'engine',
  summary: 'Leave through the engine',
});

export const readChatReceipt = endpoint({
  base: 'chat',
  method: 'GET',
  path: '/chat/receipt',
  summary: 'What a session cost, while it runs and after it',
  access: 'member',
  input: z.object({ session: z.string().min(1).max(64) }),
  output: receiptSchema,
  errors: ['badRequest.notFound'],
});

export const reportChatError = endpoint({
  base: 'chat',
  method: 'POST',
  path: '/chat/error',
  summary: 'Logs an error of the viewer’s player',
  access: 'anyone',
  input: z.object({ error: z.union([z.string().min(1), z.looseObject({}), z.array(z.unknown())]) }),
  output: z.object({ logged: z.literal(true) }),
  errors: [],
});
