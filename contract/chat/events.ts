import type { CamBackPushes } from './cam-back-calls.ts';
import type { ChatMessage } from './messages.ts';
import type { UnitSeconds } from './prices.ts';
import type { Receipt } from './receipt-calls.ts';
import type { TopTipperPushes } from './room/tip-menu-calls.ts';
import type { RoomPushes } from './sanctions.ts';
import type { ChatType, EndReason, Reception } from './session.ts';
import type { GoalPushes } from './tipping/goals.ts';
import type { ToyPushes } from './toy-calls.ts';
import type { VipPushes } from './vip-calls.ts';

/** Pushed to a chat room, or to one viewer's sockets. */
export interface ChatPushes
  extends CamBackPushes,
    GoalPushes,
    RoomPushes,
    TopTipperPushes,
    ToyPushes,
    VipPushes {
  /** Also to those who see a waiting message, and again to everybody when it is shown. */
  'chat-message': { room: number; message: ChatMessage };
  /** A tip of which credits were given back: its line as it reads now. That of a show goes to its two sides alone. */
  'chat-tip-returned': { room: number; message: ChatMessage };
  /** Ids of messages that were removed, some of which the viewer may not have seen. */
  'chat-removed': { room: number; messages: string[] };
  'chat-viewers': { room: number; viewers: number };
  /** The performer's picture or sound has stopped, or returned. */
  'chat-reception': { room: number } & Reception;
  /** The performer's broadcast can be played again after it was away. */
  'chat-picture': { room: number };
  'chat-ended': { session: string; reason: EndReason; receipt: Receipt };
  /** Pushed to one viewer after a unit was charged or credits were returned. */
  'chat-meter': ChatMeter;
  'chat-switch': { room: number; type: ChatType | null };
}

export interface ChatMeter {
  session: string;
  /** Credits for a minute at this moment. */
  price: number;
  /** Seconds of the unit that is paid; missing for a minute. */
  unitSeconds?: UnitSeconds | undefined;
  /** Credits for the units of this stay, less returned credits: this session and those whose unit it continued. */
  spent: number;
  /** ms of media delivered in these units; in a VIP show in those of the show. */
  paidMs: number;
  /** ms of media left in the running unit; null while none runs. */
  leftMs: number | null;
}
