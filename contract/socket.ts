import * as z from 'zod/mini';
import type { ChatPushes } from './chat/events.ts';
import type { MemberPushes } from './member/events.ts';
import type { MessagingPushes } from './messaging/events.ts';
import type { PerformerPushes } from './performers/events.ts';
import type { StudioPushes } from './studio/events.ts';
import type { WalletPushes } from './wallet/events.ts';

export const socketCallSchema = z.object({
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE']),
  url: z.string().check(z.minLength(1), z.maxLength(2048), z.regex(/^\/api\//)),
  data: z.optional(z.unknown()),
});
export type SocketCall = z.infer<typeof socketCallSchema>;

export const socketAnswerSchema = z.object({ status: z.int(), body: z.unknown() });
export type SocketAnswer = z.infer<typeof socketAnswerSchema>;

export interface ServerPushes
  extends ChatPushes,
    MemberPushes,
    MessagingPushes,
    PerformerPushes,
    StudioPushes,
    WalletPushes {}

export type PushName = keyof ServerPushes;

export interface ClientEvents {
  call: (envelope: SocketCall, acknowledge: (answer: SocketAnswer) => void) => void;
}

/** The pushes as socket.io's types require them. */
export type ServerEvents = { [Name in PushName]: (payload: ServerPushes[Name]) => void };
