import { playerConfigSchema } from '@vonk/media';
import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { metaValues, ROW_MAX } from '../fields.ts';
import { chatMessageSchema } from './messages.ts';
import { chatPricesSchema } from './prices.ts';
import { receiptSchema } from './receipt-calls.ts';
import { voiceSchema } from './sanctions.ts';
import { chatTypeSchema, receptionSchema } from './session.ts';
import { goalViewSchema } from './tipping/goals.ts';

export const authSchema = z.string().check(z.minLength(1), z.maxLength(2048));

export const chatMetaSchema = z.object({
  type: chatTypeSchema,
  agent: z.string(),
  /** ISO time of expiry, unless a keep-alive renews it. */
  endTime: z.string(),
});

export const meterSchema = z.object({
  session: z.string(),
  /** Credits for a minute. */
  price: z.int(),
  /** Missing for a minute. */
  unitSeconds: z.optional(chatPricesSchema.shape.unitSeconds),
  spent: z.int(),
  paidMs: z.int(),
  leftMs: z.nullable(z.int()),
});

export const getChatJoinToken = endpoint({
  base: 'member',
  method: 'POST',
  path: '/chat/join',
  summary: 'Returns a short-lived token for joining one performer’s chat',
  access: 'anyone',
  input: z.object({
    /** Username, or the user id as a number. */
    performer: z.union([
      z.string().check(z.minLength(1), z.maxLength(64)),
      z.int().check(z.minimum(1), z.maximum(ROW_MAX)),
    ]),
    /** The mode the viewer agreed to; if missing, the current one. */
    type: z.optional(chatTypeSchema),
    /** Credits for a minute that the viewer agreed to; if missing, the current price. */
    price: z.optional(z.int().check(z.minimum(0), z.maximum(ROW_MAX))),
    /** The dial-in session that pays; `meta.nickname` is the name its guest asks for. */
    session: z.optional(z.string().check(z.maxLength(128))),
    meta: z.optional(metaValues),
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
    'badRequest.chat.price',
    'badRequest.dialIn.notExists',
    'badRequest.nickname.required',
    'badRequest.forbiddenWords',
    'badRequest.invalidChar',
    'badRequest.nicknameLength',
    'badRequest.username_exists',
    'badRequest.chat.kicked',
    'badRequest.chat.removed',
    'badRequest.chat.blocked',
    'badRequest.chat.closed',
  ],
});

export const joinChat = endpoint({
  base: 'chat',
  method: 'POST',
  path: '/chat/join',
  summary: 'Joins a chat with a token; over a socket the connection also enters the room',
  access: 'anyone',
  input: z.object({ 'x-chat': authSchema }),
  output: z.object({
    auth: z.string(),
    meta: chatMetaSchema,
    config: playerConfigSchema,
    type: chatTypeSchema,
    active: z.boolean(),
    room: z.int(),
    sender: z.string(),
    viewers: z.int(),
    /** Free seconds left for a guest; null without a limit. */
    secondsLeft: z.nullable(z.int()),
    meter: meterSchema,
    /** Of this chat, which keeps them; missing if all performers ask the specification's prices. */
    prices: z.optional(chatPricesSchema),
    reception: receptionSchema,
    /** After numbered ones, those that wait and that the caller may see. */
    messages: z.array(chatMessageSchema),
    voice: voiceSchema,
    /** The viewer's appointment as a moderator has ended since the viewer's last chat here. */
    moderatorOver: z.boolean(),
    /** The performer's running goal. */
    goal: z.nullable(goalViewSchema),
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
    'badRequest.chat.price',
    'badRequest.chat.kicked',
    'badRequest.chat.removed',
    'badRequest.chat.blocked',
    'badRequest.chat.closed',
    'badRequest.media.unavailable',
  ],
});

const figure = z.catch(z._default(z.number().check(z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER)), 0), 0);
const whole = z.pipe(figure, z.transform(Math.floor));

/** Players report what they can: a missing or non-numeric figure proves nothing. */
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
  summary: 'Keeps a chat session alive, stores the player’s statistics and renews the auth token',
  access: 'anyone',
  input: z.object({
    auth: authSchema,
    /** Ignored: the auth token has what counts. */
    meta: z.optional(z.unknown()),
    /** Of any shape: an unreadable report must not end a chat. */
    stats: z.catch(z.optional(playerStatsSchema), undefined),
  }),
  output: z.object({
    auth: z.string(),
    meta: chatMetaSchema,
    room: z.int(),
    meter: meterSchema,
    reception: receptionSchema,
  }),
  errors: ['badRequest.invalid.auth', 'badRequest.session.ended'],
});

/**
 * `failed`: the player could not go on. The others are the specification's (live 3, 4); any other word counts as
 * `left`.
 */
const leaveReasonSchema = z.catch(
  z._default(
    z.enum([
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
    ]),
    'left',
  ),
  'left',
);

export const leaveChat = endpoint({
  base: 'chat',
  method: 'PUT',
  path: '/chat/leave',
  summary:
    'Leaves a chat; the rest of the running unit can be used for five minutes, no further one is charged',
  access: 'anyone',
  input: z.object({ auth: authSchema, reason: leaveReasonSchema }),
  output: z.object({ left: z.literal(true), receipt: receiptSchema }),
  errors: ['badRequest.invalid.auth'],
});

/** For a beacon when the page unloads. A beacon can't set headers, so the API key is in the query. */
export const leaveChatBeacon = endpoint({
  base: 'chat',
  method: 'POST',
  path: '/chat/leave',
  summary: 'Leaves a chat by a beacon, when the page closes or reloads',
  access: 'anyone',
  input: z.object({ auth: authSchema, reason: leaveReasonSchema }),
  output: z.object({ left: z.literal(true), receipt: receiptSchema }),
  errors: ['badRequest.invalid.auth'],
});

/** The path of the specification's engine. */
export const leaveChatEngine = endpoint({
  ...leaveChatBeacon,
  base: 'engine',
  summary: 'Leaves a chat at the specification’s engine path',
});

export const readChatReceipt = endpoint({
  base: 'chat',
  method: 'GET',
  path: '/chat/receipt',
  summary: 'Returns what a chat session has cost, while it runs and after it',
  access: 'member',
  input: z.object({ session: z.string().check(z.minLength(1), z.maxLength(64)) }),
  output: receiptSchema,
  errors: ['badRequest.notFound'],
});

export const reportChatError = endpoint({
  base: 'chat',
  method: 'POST',
  path: '/chat/error',
  summary: 'Logs an error of the viewer’s player',
  access: 'anyone',
  input: z.object({
    error: z.union([z.string().check(z.minLength(1)), z.looseObject({}), z.array(z.unknown())]),
  }),
  output: z.object({ logged: z.literal(true) }),
  errors: [],
});
