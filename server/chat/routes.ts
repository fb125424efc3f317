import * as room from '#contract/chat/action-calls.ts';
import { chatAction as chatActionCall } from '#contract/chat/action-calls.ts';
import { readCamBackSettings as camBackSettingsCall } from '#contract/chat/cam-back-calls.ts';
import {
  listChatReceipts as listReceiptsCall,
  readRests as readRestsCall,
} from '#contract/chat/receipt-calls.ts';
import * as moderator from '#contract/chat/room/moderator-calls.ts';
import * as sanction from '#contract/chat/room/sanction-calls.ts';
import { readTipMenu as readTipMenuCall } from '#contract/chat/room/tip-menu-calls.ts';
import * as session from '#contract/chat/session-calls.ts';
import { readSpending as readSpendingCall } from '#contract/chat/spending-calls.ts';
import * as toy from '#contract/chat/toy-calls.ts';
import {
  readOwnShow as readOwnShowCall,
  readVip as readVipCall,
  setLobby as setLobbyCall,
} from '#contract/chat/vip-calls.ts';
import { reportMember as reportMemberCall } from '#contract/studio/numbers/report-calls.ts';
import { type Binding, bind, type Effect } from '#server/calls/handler.ts';
import type { RawRoute } from '#server/calls/raw-route.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { rooms } from '#server/ports/push.ts';
import { readCamBackSettings } from './cam-back/reads.ts';
import { chatAction } from './chat-action.ts';
import { handleCallNotice } from './dial-in/settle-call.ts';
import { getChatJoinToken } from './join/get-chat-join-token.ts';
import { joinChat } from './join/join-chat.ts';
import { leaveChat, leaveChatBeacon, leaveChatEngine } from './join/leave-chat.ts';
import { readSpending } from './receipt/read-spending.ts';
import { listChatReceipts, readChatReceipt } from './receipt/receipt.ts';
import { appointModerator, dismissModerator, renewModerator } from './room/moderators/appoint-moderator.ts';
import { moderateMessage, moderateViewer, undoModeration } from './room/moderators/moderate-viewer.ts';
import { readModeration } from './room/moderators/reads.ts';
import { readChatMessages } from './room/reads.ts';
import { removeMessage } from './room/remove-message.ts';
import { reportMember } from './room/report-member.ts';
import { setMessageDelay, setRoomWords, setSlowMode } from './room/room-settings.ts';
import { liftSanction, listSanctions, listViewers, sanctionViewer } from './room/sanctions/sanctions.ts';
import { readWelcome } from './room/sanctions/welcome.ts';
import { keepAlive, reportChatError } from './session/beats/keep-alive.ts';
import { isChatOpen } from './session/reads.ts';
import { readTipMenu } from './tipping/reads.ts';
import { readToy } from './toys/reads.ts';
import { readRests } from './units/read-rests.ts';
import { readOwnShow, readVip } from './vip/request-vip.ts';
import { setLobby } from './vip/set-lobby.ts';

/** Keep-alives enter the rooms again, because a reconnected socket has left them. */
const enterRooms = (
  { room: performerId, meter: { session } }: { room: number; meter: { session: string } },
  _: Caller,
  deps: Deps,
): Effect[] => {
  const isAllowed = () => isChatOpen(deps, session);
  return [
    { kind: 'enter-room', room: rooms.stream(performerId), isAllowed },
    { kind: 'enter-room', room: rooms.chatSession(session), isAllowed },
  ];
};

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
  bind(listReceiptsCall, listChatReceipts),
  bind(readSpendingCall, readSpending),
  bind(session.reportChatError, reportChatError, { limit: 'chat-error' }),
  bind(chatActionCall, chatAction),
  bind(room.readChatMessages, readChatMessages),
  bind(camBackSettingsCall, readCamBackSettings),
  bind(sanction.sanctionViewer, sanctionViewer),
  bind(sanction.liftSanction, liftSanction),
  bind(sanction.readWelcome, readWelcome),
  bind(sanction.listSanctions, listSanctions),
  bind(sanction.listViewers, listViewers),
  bind(sanction.setSlowMode, setSlowMode),
  bind(sanction.setMessageDelay, setMessageDelay),
  bind(sanction.removeMessage, removeMessage),
  bind(sanction.setRoomWords, setRoomWords),
  bind(moderator.appointModerator, appointModerator),
  bind(moderator.renewModerator, renewModerator),
  bind(moderator.dismissModerator, dismissModerator),
  bind(moderator.readModeration, readModeration),
  bind(moderator.moderateViewer, moderateViewer),
  bind(moderator.undoModeration, undoModeration),
  bind(moderator.moderateMessage, moderateMessage),
  bind(reportMemberCall, reportMember, { limit: 'report' }),
  bind(readTipMenuCall, readTipMenu),
  bind(toy.readToy, readToy),
  bind(readVipCall, readVip),
  bind(readOwnShowCall, readOwnShow),
  bind(readRestsCall, readRests),
  bind(setLobbyCall, setLobby, { limit: 'chat-lobby', geoBlock: true, effects: rememberGuest }),
];

export const chatRawRoutes: readonly RawRoute[] = [
  // Not a call: the provider signs the raw body instead of sending an API key.
  { method: 'POST', path: '/api/ivr/notify/:provider', maxBytes: 8 * 1024, handler: handleCallNotice },
];
