import { atom, type ReadableAtom } from 'nanostores';
import { labelOf } from '#contract/errors.ts';
import type { Participant } from '#contract/messaging/conversations.ts';
import type { PrivateMessage } from '#contract/messaging/messages.ts';
import { log } from '../../shell/log.ts';
import { $party } from '../party/party.ts';
import { createReadMarking } from './read-marking.ts';
import { type ChangeThread, createGapFilling, readOlder, renewPhotosFrom } from './reading.ts';
import {
  emptyThread,
  firstUnread,
  hasGap,
  type OpenedConversation,
  openThread,
  type Thread,
  withMessage,
  withNewest,
} from './thread.ts';
import { createTyping, followConversation } from './typing.ts';

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

export const openConversations = (): readonly OpenConversation[] => [...opened];

export const openedOf = (id: number): OpenConversation | undefined =>
  openConversations().find(({ $state }) => $state.get().id === id);

export const openedWith = (recipient: number): OpenConversation | undefined =>
  openConversations().find((one) => one.recipient === recipient);

interface Opening {
  readonly other: Participant;
  readonly id: number | null;
  /** The conversation as the page was rendered. */
  readonly first?: OpenedConversation | null;
}

/** One instance for each shown conversation, in the messenger or in a pop-up; `close` ends it. */
export function openConversation({ other, id, first = null }: Opening): OpenConversation {
  const $state = atom<ConversationState>(openingState({ other, id, first }));
  const set = (change: Partial<ConversationState>) => $state.set({ ...$state.get(), ...change });
  const change: ChangeThread = (how) => set({ thread: how($state.get().thread) });
  let isRead = first !== null;
  let unfollow = () => {};
  const typing = createTyping((isTyping) => set({ isTyping }));
  const marking = createReadMarking($state, change);
  const fillGap = createGapFilling($state, change);

  const read = async (conversationId: number): Promise<void> => {
    try {
      const answer = await $party.get().readConversation({ conversationId });
      const { thread } = $state.get();
      if (isRead) set({ thread: withNewest(thread, answer) });
      else show(openThread(answer, thread));
      isRead = true;
      set({ other: answer.other });
      await fillGap();
      void marking.mark();
    } catch (error) {
      log.info('Conversation could not be read', labelOf(error));
      if ($state.get().status !== 'ready') set({ status: 'failed' });
    }
  };
  const show = (thread: Thread) => set({ status: 'ready', thread, dividerSeq: firstUnread(thread) });
  const follow = (conversation: number): void => {
    unfollow();
    unfollow = followConversation(conversation, { change, onTyping: typing.show });
  };

  const self: OpenConversation = {
    $state,
    recipient: other.userid,
    isSeen: marking.isSeen,
    see: marking.see,
    type: () => typing.tell($state.get().id),
    async loadOlder() {
      const { id: conversationId, thread, older } = $state.get();
      if (conversationId === null || thread.nextPage === null || older === 'loading') return;
      set({ older: 'loading' });
      set({ older: (await readOlder(conversationId, $state, change)) ? 'idle' : 'failed' });
    },
    async catchUp() {
      const { id: conversationId, status } = $state.get();
      if (status === 'failed') set({ status: 'loading' });
      if (conversationId !== null) await read(conversationId);
    },
    receive(message) {
      change((thread) => withMessage(thread, message));
      if (message.owner === 'other') typing.hide();
      if (hasGap($state.get().thread)) void fillGap().then(marking.mark);
      void marking.mark();
    },
    renewPhoto: (seq) => renewPhotosFrom(seq, $state, change),
    adopt(conversation) {
      if ($state.get().id !== null) return;
      set({ id: conversation });
      follow(conversation);
      void read(conversation);
    },
    close() {
      opened.delete(self);
      marking.see(false);
      unfollow();
      typing.stop();
    },
  };
  opened.add(self);
  if (id !== null) follow(id);
  if (id !== null && !first) void read(id);
  return self;
}

/** State as the page was rendered, or empty. */
export function openingState({ other, id, first = null }: Opening): ConversationState {
  const thread = first ? openThread(first) : emptyThread;
  return {
    status: id === null || first ? 'ready' : 'loading',
    id,
    other,
    thread,
    dividerSeq: firstUnread(thread),
    older: 'idle',
    isTyping: false,
  };
}
