import { atom } from 'nanostores';
import type { Conversation, Participant } from '#contract/messaging/conversations.ts';
import type { PrivateMessage } from '#contract/messaging/messages.ts';
import { openingState } from '#lib/messaging/conversation/conversation.ts';
import { openThread } from '#lib/messaging/thread/thread.ts';
import type { ConversationState, OpenConversation } from '../../lib/messaging/opened/open-conversations.ts';

export const vera: Participant = {
  id: 'performer:2',
  userid: 2,
  username: 'Vera',
  avatar: null,
  onlineStatus: 1,
};

export const privateMessage = (seq: number, change: Partial<PrivateMessage> = {}): PrivateMessage => ({
  id: seq,
  conversation: 7,
  seq,
  clientId: null,
  createdAt: '2026-11-26T12:00:00Z',
  type: 'text',
  content: `message ${seq}`,
  attachment: null,
  owner: 'other',
  receiver: 'member:1',
  read: true,
  deliveryStatus: 'delivered',
  mass: false,
  ...change,
});

export const conversationWith = (id: number, change: Partial<Conversation> = {}): Conversation => ({
  id,
  createdAt: '2026-11-26T12:00:00Z',
  updatedAt: '2026-11-26T12:00:00Z',
  self: { id: 'member:1', userid: 1, username: 'anna', avatar: null, onlineStatus: null },
  other: { ...vera, id: `performer:${id}`, userid: id, username: `Performer${id}`, onlineStatus: 0 },
  unread: 0,
  archived: false,
  deleted: false,
  favorite: false,
  muted: false,
  blocked: false,
  message: {
    seq: 1,
    type: 'text',
    content: `Hello from ${id}`,
    owner: 'other',
    createdAt: '2026-11-26T12:00:00Z',
  },
  unanswered: 0,
  ...change,
});

interface ThreadInput {
  messages: readonly PrivateMessage[];
  readSeq?: number;
  nextPage?: number | null;
}

/** An open conversation with Vera. */
export function stateWith({ messages, readSeq = 1000, nextPage = null }: ThreadInput): ConversationState {
  const first = {
    id: 7,
    other: vera,
    messages: [...messages],
    nextPage,
    top: messages.at(-1)?.seq ?? 0,
    unread: 0,
    readSeq,
    theirs: { delivered: 2, read: 1 },
  };
  return { ...openingState({ id: 7, other: vera, first }), thread: openThread(first) };
}

/** A conversation without a server that counts the calls made. */
export function fakeConversation(state: ConversationState) {
  const $state = atom(state);
  const calls = { older: 0, again: 0, typed: 0, renewed: [] as number[], seen: false };
  const conversation: OpenConversation = {
    $state,
    recipient: state.other.userid,
    see: (isSeen) => {
      calls.seen = isSeen;
    },
    isSeen: () => calls.seen,
    type: () => {
      calls.typed += 1;
    },
    loadOlder: async () => {
      calls.older += 1;
    },
    catchUp: async () => {
      calls.again += 1;
    },
    receive() {},
    renewPhoto: async (seq) => {
      calls.renewed.push(seq);
    },
    adopt() {},
    close() {},
  };
  return { conversation, $state, calls };
}
