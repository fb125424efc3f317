// The conversations shown on this page. Apart from what opens one, which a page loads only to show it.
import type { ReadableAtom } from 'nanostores';
import type { Participant } from '#contract/messaging/conversations.ts';
import type { PrivateMessage } from '#contract/messaging/messages.ts';
import type { Thread } from '../thread/thread.ts';

export interface ConversationState {
  readonly status: 'loading' | 'ready' | 'failed';
  /** Null for a preset: the first message creates the conversation. */
  readonly id: number | null;
  readonly other: Participant;
  readonly thread: Thread;
  /** The divider is shown before this message, the first one unread at opening. It stays there. */
  readonly dividerSeq: number | null;
  readonly older: 'idle' | 'loading' | 'failed';
  /** The other side is writing. */
  readonly isTyping: boolean;
}

export interface OpenConversation {
  readonly $state: ReadableAtom<ConversationState>;
  /** Id of the other side's member or performer. */
  readonly recipient: number;
  /** Sets whether it is visible: its messages then count as read. */
  see(isSeen: boolean): void;
  isSeen(): boolean;
  /** Tells the other side that this side is typing, every few seconds at most. */
  type(): void;
  loadOlder(): Promise<void>;
  /** Fetches what was missed during a disconnect, or retries after a failure. */
  catchUp(): Promise<void>;
  receive(message: PrivateMessage): void;
  /** Requests new URLs for the photo of a message and of those after it. */
  renewPhoto(seq: number): Promise<void>;
  /** Sets its id, once it has one. */
  adopt(id: number): void;
  close(): void;
}

const opened = new Set<OpenConversation>();

export const addOpen = (conversation: OpenConversation): unknown => opened.add(conversation);

export const removeOpen = (conversation: OpenConversation): unknown => opened.delete(conversation);

export const openConversations = (): readonly OpenConversation[] => [...opened];

export const openedOf = (id: number): OpenConversation | undefined =>
  openConversations().find(({ $state }) => $state.get().id === id);

export const openedWith = (recipient: number): OpenConversation | undefined =>
  openConversations().find((one) => one.recipient === recipient);
