import { z } from 'zod';
import { type Endpoint, endpoint } from '../endpoint.ts';
import type { ErrorLabel } from '../errors.ts';
import {
  camBackBroadcastingSchema,
  camBackInitSchema,
  camBackStopSchema,
  camBackStreamSchema,
} from './cam-back.ts';
import { chatMessageSchema, chatTextSchema, clientIdSchema } from './messages.ts';
import { authSchema } from './session-calls.ts';
import { tipDataSchema } from './tips.ts';
import { requestVipSchema, stopVipSchema, vipRequestSchema } from './vip.ts';

const sendMessageSchema = z.object({
  action: z.literal('message'),
  auth: authSchema,
  recipient: z.literal('host').default('host'),
  clientId: clientIdSchema.optional(),
  data: z.object({ message: chatTextSchema, messageType: z.literal('host').default('host') }),
});

const sendTipSchema = z.object({
  action: z.literal('tip'),
  auth: authSchema,
  recipient: z.literal('host').default('host'),
  clientId: clientIdSchema.optional(),
  data: tipDataSchema,
});

/** (live spec 7) Refusals come as labels, so any text of a bearable length passes here. */
const changeNicknameSchema = z.object({
  action: z.literal('changeNickname'),
  auth: authSchema,
  recipient: z.literal('host').default('host'),
  data: z.object({ newNickname: z.string().max(64) }),
});

/** The message as the room receives it. */
const said = { message: chatMessageSchema };

/** Why credits are not spent, whatever the balance. */
const bounds = ['badRequest.limit.reached', 'badRequest.limit.coolOff', 'badRequest.debt.open'] as const;

/** Where no camera can be shown. */
const noCamera = ['badRequest.camBack.notHere', 'badRequest.notFound'] as const;

/** The actions of a chat: input, output, and the errors of each beside `always`. */
export const chatActions = {
  message: {
    input: sendMessageSchema,
    output: z.object(said),
    errors: [
      'badRequest.idempotency.conflict',
      'badRequest.chat.muted',
      'badRequest.chat.slow',
      'badRequest.chat.words',
    ],
  },
  tip: {
    input: sendTipSchema,
    /** `credits`: the balance afterwards. */
    output: z.object({ ...said, credits: z.number().int() }),
    errors: [
      'badRequest.invalid.payment',
      ...bounds,
      'badRequest.idempotency.conflict',
      'badRequest.toy.off',
      'badRequest.toy.full',
      'badRequest.toy.soon',
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
    /** Left out where nothing was asked for. */
    output: z.object({ vip: vipRequestSchema.optional() }),
    errors: ['badRequest.notFound'],
  },
  camBackInit: {
    input: camBackInitSchema,
    /** Where the camera is to be sent. */
    output: z.object({ stream: camBackStreamSchema }),
    errors: [...noCamera, 'badRequest.camBack.tooSoon', 'badRequest.media.unavailable'],
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

/** Why any of them is refused. */
const always = ['badRequest.invalid.auth', 'badRequest.session.ended'] as const satisfies ErrorLabel[];

type ChatActions = typeof chatActions;
export type ChatActionName = keyof ChatActions;
/** As a client gives it. */
export type GivenAction<Name extends ChatActionName> = z.input<ChatActions[Name]['input']>;
/** As a handler gets it. */
export type ParsedAction<Name extends ChatActionName> = z.output<ChatActions[Name]['input']>;
export type ActionOutput<Name extends ChatActionName> = z.output<ChatActions[Name]['output']>;

const { message, tip, changeNickname, requestVip, stopVip } = chatActions;
const { camBackInit, camBackBroadcasting, camBackStop } = chatActions;

/** The one call of them all. Its answer has what the action's own `output` says. */
export const chatAction = endpoint({
  base: 'chat',
  method: 'POST',
  path: '/chat/action',
  summary: 'Acts in a chat: a message, a tip, a nickname, a VIP show, the own camera',
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
  output: z
    .object({
      ...tip.output.shape,
      ...changeNickname.output.shape,
      ...requestVip.output.shape,
      ...camBackInit.output.shape,
    })
    .partial(),
  errors: [...new Set([...always, ...Object.values(chatActions).flatMap(({ errors }) => [...errors])])],
});
