import * as room from '#contract/chat/room-calls.ts';
import * as sanction from '#contract/chat/sanction-calls.ts';
import * as session from '#contract/chat/session-calls.ts';
import { type Binding, bind, type Effect } from '#server/calls/handler.ts';
import type { Caller } from '#server/identity/caller.ts';
import { rooms } from '#server/ports/rooms.ts';
import { readChatReceipt } from './receipt/read-chat-receipt.ts';
import { chatAction } from './room/chat-action.ts';
import { readChatMessages } from './room/read-chat-messages.ts';
import { setRoomWords, setSlowMode } from './room/room-settings.ts';
import { listSanctions, listViewers } from './room/sanctions/list-sanctions.ts';
import { liftSanction, sanctionViewer } from './room/sanctions/sanction-viewer.ts';
import { getChatJoinToken } from './session/get-chat-join-token.ts';
import { joinChat } from './session/join-chat.ts';
import { keepAlive } from './session/keep-alive.ts';
import { leaveChat, leaveChatBeacon, leaveChatEngine } from './session/leave-chat.ts';
import { reportChatError } from './session/report-chat-error.ts';

/** Keep-alives enter the rooms too: a reconnected socket is in none. */
const enterRooms = ({ room: performerId, meter }: { room: number; meter: { session: string } }): Effect[] => [
  { kind: 'enter-room', room: rooms.stream(performerId) },
  { kind: 'enter-room', room: rooms.chatSession(meter.session) },
];

const rememberGuest = (_: unknown, caller: Caller): Effect[] =>
  caller.kind === 'guest' ? [{ kind: 'remember-guest', guestId: caller.guestId }] : [];

export const chatRoutes: readonly Binding[] = [
  bind(session.getChatJoinToken, getChatJoinToken, {
    limit: 'chat-join',
    geoBlock: true,
    effects: rememberGuest,
  }),
  bind(session.joinChat, joinChat, { limit: 'chat-join', geoBlock: true, effects: enterRooms }),
  bind(session.keepAlive, keepAlive, { effects: enterRooms }),
  bind(session.leaveChat, leaveChat),
  bind(session.leaveChatBeacon, leaveChatBeacon),
  bind(session.leaveChatEngine, leaveChatEngine),
  bind(session.readChatReceipt, readChatReceipt),
  bind(session.reportChatError, reportChatError, { limit: 'chat-error' }),
  bind(room.chatAction, chatAction),
  bind(room.readChatMessages, readChatMessages),
  bind(sanction.sanctionViewer, sanctionViewer),
  bind(sanction.liftSanction, liftSanction),
  bind(sanction.listSanctions, listSanctions),
  bind(sanction.listViewers, listViewers),
  bind(sanction.setSlowMode, setSlowMode),
  bind(sanction.setRoomWords, setRoomWords),
];
