import type { OutputOf } from '#contract/endpoint.ts';
import type { readConversation } from '#contract/messaging/conversation-calls.ts';
import type { PrivateMessage } from '#contract/messaging/messages.ts';

export type OpenedConversation = OutputOf<typeof readConversation>;

/** What a page knows of a conversation. Whatever order answers and pushes come in, and however often, it ends the same. */
export interface Thread {
  /** Each once, by their numbers. */
  readonly messages: readonly PrivateMessage[];
  /** From the first of `messages` up to this number nothing is missing. */
  readonly complete: number;
  /** Null where there is nothing older. */
  readonly nextPage: number | null;
  readonly top: number;
  /** Read by this side up to here. */
  readonly readSeq: number;
  /** How far the other side has received, and read. */
  readonly theirs: { readonly delivered: number; readonly read: number };
}

export const emptyThread: Thread = {
  messages: [],
  complete: 0,
  nextPage: null,
  top: 0,
  readSeq: 0,
  theirs: { delivered: 0, read: 0 },
};

export type Delivery = 'sent' | 'delivered' | 'read';

export const deliveryOf = (thread: Pick<Thread, 'theirs'>, { seq }: PrivateMessage): Delivery => {
  if (seq <= thread.theirs.read) return 'read';
  return seq <= thread.theirs.delivered ? 'delivered' : 'sent';
};

/** Its newest page, which covers all that is unread, with the messages and marks that were pushed before it came. */
export function openThread(answer: OpenedConversation, pushed = emptyThread): Thread {
  const { messages, nextPage, top, readSeq, theirs } = answer;
  const opened = merge({ ...emptyThread, complete: top, nextPage, top, readSeq, theirs }, messages);
  return withMarks(merge(opened, pushed.messages), pushed);
}

/** A page before the first one. */
export const withOlder = (thread: Thread, { messages, nextPage }: OpenedConversation): Thread => ({
  ...merge(thread, messages),
  nextPage,
});

/** What was pushed or sent. */
export const withMessage = (thread: Thread, message: PrivateMessage): Thread => merge(thread, [message]);

/** What came after a number up to which nothing was missing. */
export function withLater(thread: Thread, messages: readonly PrivateMessage[]): Thread {
  const complete = Math.max(thread.complete, messages.at(-1)?.seq ?? 0);
  return merge({ ...thread, complete }, messages);
}

/** The newest page once more, after pushes may have been lost: marks are news, and so may messages be. */
export function withNewest(thread: Thread, { messages, readSeq, theirs }: OpenedConversation): Thread {
  return withMarks(merge(thread, messages), { readSeq, theirs });
}

const withMarks = (thread: Thread, { readSeq, theirs }: Pick<Thread, 'readSeq' | 'theirs'>): Thread =>
  withOwnRead(withTheirDelivery(withTheirRead(thread, theirs.read), theirs.delivered), readSeq);

/** Addresses of photos hold for a while: with those of an answer that came now. */
export function withPhotosOf(thread: Thread, news: readonly PrivateMessage[]): Thread {
  const fresh = new Map(news.map(({ seq, attachment }) => [seq, attachment]));
  return {
    ...thread,
    messages: thread.messages.map((one) => {
      const attachment = fresh.get(one.seq);
      return attachment ? { ...one, attachment } : one;
    }),
  };
}

export const withOwnRead = (thread: Thread, seq: number): Thread => ({
  ...thread,
  readSeq: Math.max(thread.readSeq, seq),
});

export const withTheirRead = (thread: Thread, seq: number): Thread => ({
  ...thread,
  theirs: { delivered: Math.max(thread.theirs.delivered, seq), read: Math.max(thread.theirs.read, seq) },
});

export const withTheirDelivery = (thread: Thread, seq: number): Thread => ({
  ...thread,
  theirs: { ...thread.theirs, delivered: Math.max(thread.theirs.delivered, seq) },
});

export const hasGap = ({ messages, complete }: Thread): boolean => (messages.at(-1)?.seq ?? 0) > complete;

const isUnread = ({ owner, seq }: PrivateMessage, readSeq: number): boolean =>
  owner === 'other' && seq > readSeq;

export const unreadIn = ({ messages, readSeq }: Thread): number =>
  messages.filter((message) => isUnread(message, readSeq)).length;

/** The last one to mark as read: nothing that is missing before it is marked with it. */
export const lastUnread = ({ messages, readSeq, complete }: Thread): PrivateMessage | undefined =>
  messages.findLast((message) => message.seq <= complete && isUnread(message, readSeq));

/** The first unread message, before which the divider stands; null where all were read. */
export const firstUnread = ({ messages, readSeq }: Thread): number | null =>
  messages.find((message) => isUnread(message, readSeq))?.seq ?? null;

function merge(thread: Thread, news: readonly PrivateMessage[]): Thread {
  const bySeq = new Map(thread.messages.map((message) => [message.seq, message]));
  for (const message of news) bySeq.set(message.seq, bySeq.get(message.seq) ?? message);
  const messages = [...bySeq.values()].sort((a, b) => a.seq - b.seq);
  let { complete } = thread;
  while (bySeq.has(complete + 1)) complete += 1;
  return { ...thread, messages, complete };
}
