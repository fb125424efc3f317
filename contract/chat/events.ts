import type { ChatMessage } from './messages.ts';
import type { ChatType, EndReason } from './session.ts';

/** Pushed to a chat room, or to one viewer's sockets. */
export interface ChatPushes {
  /** A message in the room: a viewer's, the performer's, a tip or a notice. */
  'chat-message': { room: number; message: ChatMessage };
  /** How many watch, members and guests together. */
  'chat-viewers': { room: number; viewers: number };
  /** One viewer's session has ended. */
  'chat-ended': { session: string; reason: EndReason };
  /** One viewer's meter after a minute was charged or credited back. */
  'chat-meter': ChatMeter;
  'chat-switch': { room: number; type: ChatType | null };
}

export interface ChatMeter {
  session: string;
  /** Credits for the running minute. */
  price: number;
  /** Credits charged so far, less what was credited back. */
  spent: number;
  /** ISO time up to which watching is paid; null while nothing is charged. */
  paidUntil: string | null;
}
