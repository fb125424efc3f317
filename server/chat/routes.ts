import {
  chatAction,
  GAP_LIMIT,
  getChatJoinToken,
  joinChat as joinCall,
  keepAlive as keepAliveCall,
  leaveChat as leaveCall,
  leaveChatBeacon,
  readChatMessages,
  reportChatError,
} from '#contract/chat/calls.ts';
import type { RouteTools } from '#server/app.ts';
import { rememberGuest } from '#server/http/who.ts';
import { rooms } from '#server/realtime/rooms.ts';
import { getJoinToken } from './get-join-token.ts';
import { joinChat } from './join-chat.ts';
import { keepAlive } from './keep-alive.ts';
import { leaveChat } from './leave-chat.ts';
import { linesAfter } from './reads.ts';
import { sendMessage } from './send-message.ts';
import { sendTip } from './send-tip.ts';
import { readAuth } from './session-auth.ts';

export function chatRoutes({ bind, deps }: RouteTools): void {
  bind(getChatJoinToken, getJoinToken, {
    limit: 'chat-join',
    served: true,
    after: (c) => rememberGuest(deps, c),
  });
  bind(joinCall, joinChat, {
    limit: 'chat-join',
    served: true,
    after: (c, { room, meter }) => {
      c.env?.connection?.enter(rooms.stream(room));
      c.env?.connection?.enter(rooms.chatSession(meter.session));
    },
  });
  bind(keepAliveCall, keepAlive, {
    // A socket that reconnected is back in its rooms with its first keep-alive.
    after: (c, { meter, room }) => {
      c.env?.connection?.enter(rooms.stream(room));
      c.env?.connection?.enter(rooms.chatSession(meter.session));
    },
  });
  bind(leaveCall, leaveChat);
  bind(leaveChatBeacon, leaveChat);
  bind(chatAction, (all, caller, input) =>
    input.action === 'tip' ? sendTip(all, caller, input) : sendMessage(all, caller, input),
  );
  bind(readChatMessages, async (all, caller, { auth, after }) => {
    const session = await readAuth(all, caller, auth);
    const messages = await linesAfter(all, session.performerId, after);
    return { messages, more: messages.length === GAP_LIMIT };
  });
  bind(
    reportChatError,
    async (all, _caller, { error }) => {
      all.events.record('chat.player-error', { error: error.slice(0, 120) });
      return { logged: true } as const;
    },
    { limit: 'chat-error' },
  );
}
