import { atom } from 'nanostores';
import type { InputOf, OutputOf } from '#contract/endpoint.ts';
import * as conversations from '#contract/messaging/conversation-calls.ts';
import * as inbox from '#contract/messaging/inbox-calls.ts';
import { NEW_CONVERSATION, type PrivateMessage, type Side } from '#contract/messaging/messages.ts';
import { uploadPhoto } from '#contract/messaging/photo-calls.ts';
import type * as studio from '#contract/studio/inbox-calls.ts';
import { prices } from '#contract/wallet/prices.ts';
import { call } from '../../api/call.ts';
import { type UploadOptions, upload } from '../../api/late/upload.ts';
import { on, onConnection, onUnreachable, type PageSocket } from '../../api/socket/socket.ts';
import { keepMessages, type MessagesPart, readMessages } from '../../shell/kept.ts';
import { ownerOf } from '../../shell/start/session.ts';

/** A message to the other side; `conversation` is null if the first one creates it. */
export interface Outgoing {
  readonly clientId: string;
  readonly conversation: number | null;
  /** Id of the performer or member. */
  readonly recipient: number;
  readonly message: string;
  /** Id of an uploaded photo. */
  readonly attachment?: string;
}

/** The side of all conversations on a page: its calls, its socket and what the browser keeps. */
export interface MessagingParty {
  readonly side: Side;
  /** Credits that a message costs this side; null if it is free. */
  readonly price: number | null;
  readonly socket: Pick<PageSocket, 'on' | 'onConnection' | 'onUnreachable'>;
  /** Null for a guest, or if nothing is kept. */
  readKept(part: MessagesPart): unknown;
  /** Null removes it. */
  keep(part: MessagesPart, value: object | null): void;
  listConversations(
    input: InputOf<typeof studio.listStudioConversations>,
  ): Promise<OutputOf<typeof inbox.listConversations>>;
  readConversation(
    input: InputOf<typeof studio.readStudioConversation>,
  ): Promise<OutputOf<typeof conversations.readConversation>>;
  readLaterMessages(
    input: InputOf<typeof conversations.readLaterMessages>,
  ): Promise<OutputOf<typeof conversations.readLaterMessages>>;
  /** `credits`: the balance afterwards; null if nothing was charged. */
  sendPrivateMessage(message: Outgoing): Promise<{ message: PrivateMessage; credits: number | null }>;
  /** Returns the total of unread messages. */
  markMessageRead(id: number): Promise<number>;
  markMessageDelivered(id: number): Promise<unknown>;
  sayTyping(conversationId: number): Promise<unknown>;
  setConversationState(input: InputOf<typeof inbox.setConversationState>): Promise<unknown>;
  uploadPhoto(photo: Blob, options: UploadOptions): Promise<OutputOf<typeof uploadPhoto>>;
}

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
  readConversation: (input) => call(conversations.readConversation, input),
  readLaterMessages: (input) => call(conversations.readLaterMessages, input),
  sendPrivateMessage: ({ conversation, recipient, ...content }) =>
    call(conversations.sendPrivateMessage, {
      ...(conversation === null
        ? { conversationId: NEW_CONVERSATION, performerId: recipient }
        : { conversationId: conversation }),
      ...content,
    }),
  markMessageRead: async (id) => (await call(conversations.markMessageRead, { id })).unread,
  markMessageDelivered: (id) => call(conversations.markMessageDelivered, { id }),
  sayTyping: (conversationId) => call(conversations.sayTyping, { conversationId }),
  setConversationState: (input) => call(inbox.setConversationState, input),
  uploadPhoto: (photo, options) => upload(uploadPhoto, photo, options),
};

/** The member, except on the pages of the studio. */
export const $party = atom<MessagingParty>(memberParty);
