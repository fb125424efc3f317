import { NEW_CONVERSATION } from '#contract/messaging/messages.ts';
import * as calls from '#contract/studio/inbox-calls.ts';
import { call } from '../api/call.ts';
import { upload } from '../api/late/upload.ts';
import { createSocket } from '../api/socket/socket.ts';
import type { ListAnswer } from '../messaging/inbox/list.ts';
import { type FirstConversation, openMessenger } from '../messaging/messenger.ts';
import { $party, type MessagingParty, memberParty } from '../messaging/party/party.ts';
import { keep, type MessagesPart, readKept, stampOf } from '../shell/kept.ts';
import { STUDIO_MESSAGES } from '../shell/late/studio-kept.ts';

interface StudioMessages {
  /** The performer's name. */
  readonly username: string;
  readonly list: ListAnswer | null;
  readonly conversation: FirstConversation | null;
  onSessionEnded(): void;
}

/** Opens the messenger on the performer's side. Returns a stop function. */
export function openStudioMessages({
  username,
  list,
  conversation,
  onSessionEnded,
}: StudioMessages): () => void {
  const socket = createSocket({ studio: true });
  $party.set(createPerformerParty(username, socket));
  socket.on('session-ended', onSessionEnded);
  const stop = openMessenger(list, conversation);
  return () => {
    stop();
    socket.closeConnection();
    $party.set(memberParty);
  };
}

/** A performer in the studio. Drafts and unsent messages are kept in this tab only, until she logs out. */
export function createPerformerParty(username: string, socket: MessagingParty['socket']): MessagingParty {
  const keyOf = (part: MessagesPart) => `${STUDIO_MESSAGES}${part}:${stampOf(username)}`;
  return {
    side: 'performer',
    price: null,
    socket,
    readKept: (part) => readKept(keyOf(part)),
    keep(part, value) {
      if (part !== 'conversations') keep(keyOf(part), value);
    },
    listConversations: (input) => call(calls.listStudioConversations, input),
    readConversation: (input) => call(calls.readStudioConversation, input),
    readLaterMessages: (input) => call(calls.readLaterStudioMessages, input),
    async sendPrivateMessage({ conversation, recipient, ...content }) {
      const { message } = await call(calls.sendStudioMessage, {
        ...(conversation === null
          ? { conversationId: NEW_CONVERSATION, memberId: recipient }
          : { conversationId: conversation }),
        ...content,
      });
      return { message, credits: null };
    },
    markMessageRead: async (id) => (await call(calls.markStudioMessageRead, { id })).unread,
    markMessageDelivered: (id) => call(calls.markStudioMessageDelivered, { id }),
    sayTyping: (conversationId) => call(calls.sayStudioTyping, { conversationId }),
    setConversationState: (input) => call(calls.setStudioConversationState, input),
    uploadPhoto: (photo, options) => upload(calls.uploadStudioPhoto, photo, options),
  };
}
