import * as z from 'zod/mini';
import type { ChatPushes } from './chat/events.ts';
import type { ChatPrices } from './chat/prices.ts';
import type { MessagingPushes } from './messaging/events.ts';
import type { Away } from './performers/profile/away.ts';
import type { OnlineStatus } from './performers/status.ts';
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

export interface MemberPushes {
  /** Basic-info changed; the browser reads it again. */
  'member-changed': Record<string, never>;
  /** On logout, password change, deletion or expiry. */
  'session-ended': Record<string, never>;
  'favourite-add': { performerId: number };
  'favourite-remove': { performerId: number };
}

/** Pushed to every page that shows a list, profile or stream. */
export interface PerformerPushes {
  'performer-status': {
    user: number;
    username: string;
    onlineStatus: OnlineStatus;
    /** In pause, if she has written something for it; pushed again when she changes it. */
    away?: Away;
  };
  'performer-prices': { user: number; username: string; prices: ChatPrices };
}
