import type { ChatMessage } from './messages.ts';
import type { ChatType, EndReason } from './session.ts';

/** Pushed to a chat room, or to one viewer's sockets. */
export interface ChatPushes {
  'chat-message': { room: number; message: ChatMessage };
  'chat-viewers': { room: number; viewers: number };
  'chat-ended': { session: string; reason: EndReason };
  /** To one viewer, after a minute was charged or credits were returned. */
  'chat-meter': ChatMeter;
  'chat-switch': { room: number; type: ChatType | null };
}

export interface ChatMeter {
  session: string;
  /** Credits for the running minute. */
  price: number;
  /** Credits charged less credits returned. */
  spent: number;
  /** ISO time up to which watching is paid; null while nothing is charged. */
  paidUntil: string | null;
}
