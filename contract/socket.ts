import { z } from 'zod';
import type { ChatPushes } from './chat/events.ts';
import type { MemberPushes } from './member/events.ts';
import type { PerformerPushes } from './performers/events.ts';
import type { StudioPushes } from './studio/events.ts';
import type { WalletPushes } from './wallet/events.ts';

/** A call sent over the socket: the same absolute path as over HTTP. */
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

/** The acknowledgement of a call. */
export const socketAnswerSchema = z.object({ status: z.number().int(), body: z.unknown() });
export type SocketAnswer = z.infer<typeof socketAnswerSchema>;

/** Every event the server pushes, by name, with its payload. */
export interface ServerPushes extends ChatPushes, MemberPushes, PerformerPushes, StudioPushes, WalletPushes {}

export type PushName = keyof ServerPushes;

/** The client sends one event only. */
export interface ClientEvents {
  call: (envelope: SocketCall, acknowledge: (answer: SocketAnswer) => void) => void;
}

/** socket.io's view of the pushes. */
export type ServerEvents = { [Name in PushName]: (payload: ServerPushes[Name]) => void };
