import * as calls from '#contract/messaging/conversation-calls.ts';
import * as inbox from '#contract/messaging/inbox-calls.ts';
import { NEW_CONVERSATION } from '#contract/messaging/messages.ts';
import { uploadPhoto } from '#contract/messaging/photo-calls.ts';
import { prices } from '#contract/wallet/prices.ts';
import { call } from '../../api/call.ts';
import { on, onConnection, onUnreachable } from '../../api/socket.ts';
import { upload } from '../../api/upload.ts';
import { keepMessages, readMessages } from '../../shell/kept.ts';
import { ownerOf } from '../../shell/session.ts';
import type { MessagingParty } from './messaging-party.ts';

export const memberParty: MessagingParty = {
  side: 'member',
  price: prices.message,
  socket: { on, onConnection, onUnreachable },
  readKept(part) {
    const owner = ownerOf();
    return owner === null ? null : readMessages(part, owner);
  },
  keep(part, value) {
    const owner = ownerOf();
    if (owner !== null) keepMessages(part, owner, value);
  },
  listConversations: (input) => call(inbox.listConversations, input),
  readConversation: (input) => call(calls.readConversation, input),
  readLaterMessages: (input) => call(calls.readLaterMessages, input),
  sendPrivateMessage: ({ conversation, recipient, ...content }) =>
    call(calls.sendPrivateMessage, {
      ...(conversation === null
        ? { conversationId: NEW_CONVERSATION, performerId: recipient }
        : { conversationId: conversation }),
      ...content,
    }),
  markMessageRead: async (id) => (await call(calls.markMessageRead, { id })).unread,
  markMessageDelivered: (id) => call(calls.markMessageDelivered, { id }),
  sayTyping: (conversationId) => call(calls.sayTyping, { conversationId }),
  setConversationState: (input) => call(inbox.setConversationState, input),
  uploadPhoto: (photo, options) => upload(uploadPhoto, photo, options),
};
