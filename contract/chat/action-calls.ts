import * as z from 'zod/mini';
import { type Endpoint, endpoint } from '../endpoint.ts';
import type { ErrorLabel } from '../errors.ts';
import { chatTextSchema, clientIdSchema } from '../fields.ts';
import {
  camBackBroadcastingSchema,
  camBackInitSchema,
  camBackStopSchema,
  camBackStreamSchema,
} from './cam-back-calls.ts';
import { chatMessageSchema } from './messages.ts';
import { authSchema } from './session-calls.ts';
import { tipDataSchema } from './tipping/tips.ts';
import { requestVipSchema, stopVipSchema, vipRequestSchema } from './vip-calls.ts';

const sendMessageSchema = z.object({
  action: z.literal('message'),
  auth: authSchema,
  recipient: z._default(z.literal('host'), 'host'),
  clientId: z.optional(clientIdSchema),
  data: z.object({ message: chatTextSchema, messageType: z._default(z.literal('host'), 'host') }),
});

const sendTipSchema = z.object({
  action: z.literal('tip'),
  auth: authSchema,
  recipient: z._default(z.literal('host'), 'host'),
  clientId: z.optional(clientIdSchema),
  data: tipDataSchema,
});

/** (live spec 7) The handler refuses names with labels, so the schema only bounds the length. */
const changeNicknameSchema = z.object({
  action: z.literal('changeNickname'),
  auth: authSchema,
  recipient: z._default(z.literal('host'), 'host'),
  data: z.object({ newNickname: z.string().check(z.maxLength(64)) }),
});

const messageOutput = { message: chatMessageSchema };

/** Limit, cool-off and debt refuse a spend even if the balance covers it. */
const bounds = ['badRequest.limit.reached', 'badRequest.limit.coolOff', 'badRequest.debt.open'] as const;

/** Labels while no camera can be shown. */
const noCamera = ['badRequest.camBack.notHere', 'badRequest.notFound'] as const;

/** The actions of a chat: input, output, and the errors of each beside `always`. */
export const chatActions = {
  message: {
    input: sendMessageSchema,
    output: z.object(messageOutput),
    errors: [
      'badRequest.idempotency.conflict',
      'badRequest.chat.muted',
      'badRequest.chat.slow',
      'badRequest.chat.words',
    ],
  },
  tip: {
    input: sendTipSchema,
    /** The balance after the act, in credits. */
    output: z.object({ ...messageOutput, credits: z.int() }),
    errors: [
      'badRequest.invalid.payment',
      ...bounds,
      'badRequest.idempotency.conflict',
      'badRequest.toy.off',
      'badRequest.toy.full',
      'badRequest.toy.soon',
      'badRequest.tip.item',
      'badRequest.chat.muted',
      'badRequest.chat.words',
    ],
  },
  changeNickname: {
    input: changeNicknameSchema,
    /** `sender`: the viewer's new name. */
    output: z.object({ sender: z.string() }),
    errors: [
      'badRequest.forbiddenWords',
      'badRequest.invalidChar',
      'badRequest.nicknameLength',
      'badRequest.username_exists',
    ],
  },
  requestVip: {
    input: requestVipSchema,
    output: z.object({ vip: vipRequestSchema }),
    errors: [
      'badRequest.deduct.credits.amount',
      ...bounds,
      'badRequest.performer.offline',
      'badRequest.performer.paused',
      'badRequest.performer.busy',
      'badRequest.notFound',
    ],
  },
  stopVip: {
    input: stopVipSchema,
    /** Missing if no show was requested. */
    output: z.object({ vip: z.optional(vipRequestSchema) }),
    errors: ['badRequest.notFound'],
  },
  camBackInit: {
    input: camBackInitSchema,
    /** Target for the camera. */
    output: z.object({ stream: camBackStreamSchema }),
    errors: [
      ...noCamera,
      'badRequest.camBack.tooSoon',
      'badRequest.camBack.ended',
      'badRequest.media.unavailable',
    ],
  },
  camBackBroadcasting: {
    input: camBackBroadcastingSchema,
    output: z.object({}),
    errors: [...noCamera, 'badRequest.camBack.notStarted'],
  },
  camBackStop: {
    input: camBackStopSchema,
    output: z.object({}),
    errors: noCamera,
  },
} as const satisfies Record<string, Pick<Endpoint, 'input' | 'output' | 'errors'>>;

/** Labels that every action may return. */
const always = ['badRequest.invalid.auth', 'badRequest.session.ended'] as const satisfies ErrorLabel[];

type ChatActions = typeof chatActions;
export type ChatActionName = keyof ChatActions;
/** Input as the client sends it. */
export type ActionInput<Name extends ChatActionName> = z.input<ChatActions[Name]['input']>;
/** Input as the handler receives it. */
export type ParsedAction<Name extends ChatActionName> = z.output<ChatActions[Name]['input']>;
export type ActionOutput<Name extends ChatActionName> = z.output<ChatActions[Name]['output']>;

const { message, tip, changeNickname, requestVip, stopVip } = chatActions;
const { camBackInit, camBackBroadcasting, camBackStop } = chatActions;

/** The single call for all actions. Its output is the `output` of the named action. */
export const chatAction = endpoint({
  base: 'chat',
  method: 'POST',
  path: '/chat/action',
  summary:
    'Acts in a chat: sends a message or a tip, changes the nickname, requests or stops a VIP show, or shows the viewer’s camera',
  access: 'anyone',
  input: z.discriminatedUnion('action', [
    message.input,
    tip.input,
    changeNickname.input,
    requestVip.input,
    stopVip.input,
    camBackInit.input,
    camBackBroadcasting.input,
    camBackStop.input,
  ]),
  output: z.partial(
    z.object({
      ...tip.output.shape,
      ...changeNickname.output.shape,
      ...requestVip.output.shape,
      ...camBackInit.output.shape,
    }),
  ),
  errors: [...new Set([...always, ...Object.values(chatActions).flatMap(({ errors }) => [...errors])])],
});

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
