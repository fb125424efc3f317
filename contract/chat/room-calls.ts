import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  camBackBroadcastingSchema,
  camBackInitSchema,
  camBackStopSchema,
  camBackStreamSchema,
} from './cam-back.ts';
import { chatMessageSchema, chatTextSchema, clientIdSchema } from './messages.ts';
import { changeNicknameSchema } from './nickname.ts';
import { authSchema } from './session-calls.ts';
import { tipDataSchema } from './tips.ts';
import { requestVipSchema, stopVipSchema, vipRequestSchema } from './vip.ts';

const sendMessage = z.object({
  action: z.literal('message'),
  auth: authSchema,
  recipient: z.literal('host').default('host'),
  clientId: clientIdSchema.optional(),
  data: z.object({ message: chatTextSchema, messageType: z.literal('host').default('host') }),
});

const sendTip = z.object({
  action: z.literal('tip'),
  auth: authSchema,
  recipient: z.literal('host').default('host'),
  clientId: clientIdSchema.optional(),
  data: tipDataSchema,
});

export type SendMessageInput = z.output<typeof sendMessage>;

export type SendTipInput = z.output<typeof sendTip>;

export const chatAction = endpoint({
  base: 'chat',
  method: 'POST',
  path: '/chat/action',
  summary: 'Acts in a chat: a message, a tip, a nickname, a VIP show, the own camera',
  access: 'anyone',
  input: z.discriminatedUnion('action', [
    sendMessage,
    sendTip,
    changeNicknameSchema,
    requestVipSchema,
    stopVipSchema,
    camBackInitSchema,
    camBackBroadcastingSchema,
    camBackStopSchema,
  ]),
  output: z.object({
    /** What the room was told, where the action says something. */
    message: chatMessageSchema.optional(),
    /** The balance after a tip, in credits. */
    credits: z.number().int().optional(),
    /** What the viewer is called from now on. */
    sender: z.string().optional(),
    /** The request after `requestVip` and `stopVip`. */
    vip: vipRequestSchema.optional(),
    /** Where the camera is to be sent, after `camBackInit`. */
    stream: camBackStreamSchema.optional(),
  }),
  errors: [
    'badRequest.invalid.auth',
    'badRequest.session.ended',
    'badRequest.invalid.payment',
    'badRequest.limit.reached',
    'badRequest.limit.coolOff',
    'badRequest.debt.open',
    'badRequest.idempotency.conflict',
    'badRequest.toy.off',
    'badRequest.toy.full',
    'badRequest.toy.soon',
    'badRequest.forbiddenWords',
    'badRequest.invalidChar',
    'badRequest.nicknameLength',
    'badRequest.username_exists',
    'badRequest.deduct.credits.amount',
    'badRequest.performer.offline',
    'badRequest.performer.paused',
    'badRequest.performer.busy',
    'badRequest.notFound',
    'badRequest.camBack.notHere',
    'badRequest.camBack.tooSoon',
    'badRequest.camBack.notStarted',
    'badRequest.media.unavailable',
    'badRequest.chat.muted',
    'badRequest.chat.slow',
    'badRequest.chat.words',
  ],
});

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
