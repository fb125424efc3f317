import type { ConversationState } from './conversations.ts';
import type { PrivateMessage } from './messages.ts';

export interface ReadMark {
  conversation: number;
  /** The side that has read, seen from the receiver of the push. */
  reader: 'self' | 'other';
  /** Messages of the opposite side are read up to here. */
  seq: number;
}

/**
 * Pushed to both sides of a conversation, each with its own view (platform spec 4). Names with a conversation's
 * number are for its open page, names without it for the list and the counter.
 */
export interface MessagingPushes {
  'private-message': { conversation: number; message: PrivateMessage };
  'message-read': ReadMark;
  /** To the pages of the side that changed it; `unread` is that side's total. */
  'conversation-state': { conversation: number; state: ConversationState; unread: number };
  [message: `private-message-${number}`]: PrivateMessage;
  [read: `message-read-${number}`]: ReadMark;
  /** The other side has received messages up to `seq`. */
  [delivered: `message-delivered-${number}`]: { conversation: number; seq: number };
  /** The credits of the message with this number were given back to the member. */
  [returned: `message-returned-${number}`]: { conversation: number; seq: number; credits: number };
  /** The other side is typing; repeated every few seconds. */
  [typing: `message-typing-${number}`]: { conversation: number };
}
