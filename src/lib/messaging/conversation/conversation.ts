import { atom } from 'nanostores';
import { labelOf } from '#contract/errors.ts';
import type { Participant } from '#contract/messaging/conversations.ts';
import type { PrivateMessage } from '#contract/messaging/messages.ts';
import { log } from '../../shell/log.ts';
import { $unread } from '../../shell/unread.ts';
import { changeInbox, reloadInbox } from '../inbox/inbox.ts';
import { withReadMark } from '../inbox/list.ts';
import {
  addOpen,
  type ConversationState,
  type OpenConversation,
  removeOpen,
} from '../opened/open-conversations.ts';
import { $party } from '../party/party.ts';
import {
  emptyThread,
  firstUnread,
  hasGap,
  lastUnread,
  type OpenedConversation,
  openThread,
  type Thread,
  withMessage,
  withNewest,
  withOwnRead,
} from '../thread/thread.ts';
import {
  type ChangeThread,
  createGapFilling,
  type HeldThread,
  readOlder,
  renewPhotosFrom,
} from './reading.ts';
import { createTyping, followConversation } from './typing.ts';

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
      void marking.markRead();
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
      if (hasGap($state.get().thread)) void fillGap().then(marking.markRead);
      void marking.markRead();
    },
    renewPhoto: (seq) => renewPhotosFrom(seq, $state, change),
    adopt(conversation) {
      if ($state.get().id !== null) return;
      set({ id: conversation });
      follow(conversation);
      void read(conversation);
    },
    close() {
      removeOpen(self);
      marking.see(false);
      unfollow();
      typing.stop();
    },
  };
  addOpen(self);
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

interface ReadMarking {
  isSeen(): boolean;
  /** Sets whether the conversation is visible. */
  see(isSeen: boolean): void;
  /** Marks the messages as read if the conversation is visible. */
  markRead(): Promise<void>;
}

/** Marks a conversation's messages as read while it is visible, one request at a time. */
function createReadMarking($held: HeldThread, change: ChangeThread): ReadMarking {
  let isSeen = false;
  let isMarking = false;

  const markRead = async (): Promise<void> => {
    const last = lastUnread($held.get().thread);
    if (!isSeen || isMarking || !last) return;
    isMarking = true;
    const isMarked = await markUpTo(last);
    if (isMarked) change((thread) => withOwnRead(thread, last.seq));
    isMarking = false;
    // More messages may have arrived meanwhile.
    if (isMarked) await markRead();
  };
  return {
    isSeen: () => isSeen,
    see(value) {
      isSeen = value;
      void markRead();
    },
    markRead,
  };
}

/** Returns whether the server has marked it. */
async function markUpTo(message: PrivateMessage): Promise<boolean> {
  try {
    $unread.set(await $party.get().markMessageRead(message.id));
  } catch (error) {
    log.info('Message could not be marked as read', labelOf(error));
    return false;
  }
  noteRead(message);
  return true;
}

/** Updates the list at once. */
function noteRead({ conversation, seq }: PrivateMessage): void {
  changeInbox(({ conversations }) => {
    const next = withReadMark(conversations, { conversation, seq });
    if (!next) void reloadInbox();
    return next ? { conversations: next } : {};
  });
}
