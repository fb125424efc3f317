import { z } from 'zod';
import type { ChatPushes } from './chat/events.ts';
import type { MemberPushes } from './member/events.ts';
import type { MessagingPushes } from './messaging/events.ts';
import type { PerformerPushes } from './performers/events.ts';
import type { StudioPushes } from './studio/events.ts';
import type { WalletPushes } from './wallet/events.ts';

export const socketCallSchema = z.object({
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE']),
  url: z
    .string()
    .min(1)
    .max(2048)
    .regex(/^\/api\//),
  data: z.unknown().optional(),
});
export type SocketCall = z.infer<typeof socketCallSchema>;

export const socketAnswerSchema = z.object({ status: z.number().int(), body: z.unknown() });
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

/** The pushes in the form socket.io's types need. */
export type ServerEvents = { [Name in PushName]: (payload: ServerPushes[Name]) => void };
