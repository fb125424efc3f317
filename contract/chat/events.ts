import type { ChatMessage } from './messages.ts';
import type { Receipt } from './receipt.ts';
import type { RoomPushes } from './sanctions.ts';
import type { ChatType, EndReason } from './session.ts';
import type { ToyPushes } from './toys.ts';
import type { VipPushes } from './vip.ts';

/** Pushed to a chat room, or to one viewer's sockets. */
export interface ChatPushes extends RoomPushes, ToyPushes, VipPushes {
  'chat-message': { room: number; message: ChatMessage };
  'chat-viewers': { room: number; viewers: number };
  'chat-ended': { session: string; reason: EndReason; receipt: Receipt };
  /** To one viewer, after a minute was charged or credits were returned. */
  'chat-meter': ChatMeter;
  'chat-switch': { room: number; type: ChatType | null };
}

export interface ChatMeter {
  session: string;
  /** Credits for the running minute. */
  price: number;
  /** For the minutes of this stay, less what was given back of them: of this session, and of those whose minute it continued. */
  spent: number;
  /** ms of media that these minutes delivered. */
  paidMs: number;
  /** ms of media that the running minute still carries; null while none runs. */
  leftMs: number | null;
}
