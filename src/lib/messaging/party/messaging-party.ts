import type { InputOf, OutputOf } from '#contract/endpoint.ts';
import type * as conversation from '#contract/messaging/conversation-calls.ts';
import type * as inbox from '#contract/messaging/inbox-calls.ts';
import type { PrivateMessage, Side } from '#contract/messaging/messages.ts';
import type { uploadPhoto } from '#contract/messaging/photo-calls.ts';
import type * as studio from '#contract/studio/inbox-calls.ts';
import type { PageSocket } from '../../api/socket.ts';
import type { UploadOptions } from '../../api/upload.ts';
import type { MessagesPart } from '../../shell/kept.ts';

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
  ): Promise<OutputOf<typeof conversation.readConversation>>;
  readLaterMessages(
    input: InputOf<typeof conversation.readLaterMessages>,
  ): Promise<OutputOf<typeof conversation.readLaterMessages>>;
  /** `credits`: the balance afterwards; null if nothing was charged. */
  sendPrivateMessage(message: Outgoing): Promise<{ message: PrivateMessage; credits: number | null }>;
  /** Returns the total of unread messages. */
  markMessageRead(id: number): Promise<number>;
  markMessageDelivered(id: number): Promise<unknown>;
  sayTyping(conversationId: number): Promise<unknown>;
  setConversationState(input: InputOf<typeof inbox.setConversationState>): Promise<unknown>;
  uploadPhoto(photo: Blob, options: UploadOptions): Promise<OutputOf<typeof uploadPhoto>>;
}
