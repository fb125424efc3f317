import type { OutputOf } from '#contract/endpoint.ts';
import type { readConversation } from '#contract/messaging/conversation-calls.ts';
import type { PrivateMessage } from '#contract/messaging/messages.ts';

export type OpenedConversation = OutputOf<typeof readConversation>;

/** State of a conversation on a page: the same in whatever order, and however often, responses and pushes come. */
export interface Thread {
  /** Each once, ordered by number. */
  readonly messages: readonly PrivateMessage[];
  /** No message is missing from the first of `messages` up to this number. */
  readonly complete: number;
  /** Null if there is nothing older. */
  readonly nextPage: number | null;
  readonly top: number;
  /** This side has read up to this number. */
  readonly readSeq: number;
  /** Numbers up to which the other side has received and read. */
  readonly theirs: { readonly delivered: number; readonly read: number };
  /** Credits given back, by the number of their message, which may not be in `messages` yet. */
  readonly returned: Readonly<Record<number, number>>;
}

export const emptyThread: Thread = {
  messages: [],
  complete: 0,
  nextPage: null,
  top: 0,
  readSeq: 0,
  theirs: { delivered: 0, read: 0 },
  returned: {},
};

export type Delivery = 'sent' | 'delivered' | 'read';

export const deliveryOf = (thread: Pick<Thread, 'theirs'>, { seq }: PrivateMessage): Delivery => {
  if (seq <= thread.theirs.read) return 'read';
  return seq <= thread.theirs.delivered ? 'delivered' : 'sent';
};

/** Opens with the newest page, which covers all unread messages, and adds messages and marks pushed before it. */
export function openThread(answer: OpenedConversation, pushed = emptyThread): Thread {
  const { messages, nextPage, top, readSeq, theirs } = answer;
  const opened = merge({ ...emptyThread, complete: top, nextPage, top, readSeq, theirs }, messages);
  const returned = { ...pushed.returned, ...opened.returned };
  return withMarks(merge({ ...opened, returned }, pushed.messages), pushed);
}

/** Adds the page before the first one. */
export const withOlder = (thread: Thread, { messages, nextPage }: OpenedConversation): Thread => ({
  ...merge(thread, messages),
  nextPage,
});

/** Adds a pushed or sent message. */
export const withMessage = (thread: Thread, message: PrivateMessage): Thread => merge(thread, [message]);

/** Adds the messages that follow a number up to which none was missing. */
export function withLater(thread: Thread, messages: readonly PrivateMessage[]): Thread {
  const complete = Math.max(thread.complete, messages.at(-1)?.seq ?? 0);
  return merge({ ...thread, complete }, messages);
}

/** Adds the newest page again after pushes may have been lost, with its marks. */
export function withNewest(thread: Thread, { messages, readSeq, theirs }: OpenedConversation): Thread {
  return withMarks(merge(thread, messages), { readSeq, theirs });
}

const withMarks = (thread: Thread, { readSeq, theirs }: Pick<Thread, 'readSeq' | 'theirs'>): Thread =>
  withOwnRead(withTheirDelivery(withTheirRead(thread, theirs.read), theirs.delivered), readSeq);

/** Photo URLs expire: replaces them with those of a new response. */
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

export const withReturned = (thread: Thread, seq: number, credits: number): Thread => ({
  ...thread,
  returned: { ...thread.returned, [seq]: credits },
});

export const hasGap = ({ messages, complete }: Thread): boolean => (messages.at(-1)?.seq ?? 0) > complete;

const isUnread = ({ owner, seq }: PrivateMessage, readSeq: number): boolean =>
  owner === 'other' && seq > readSeq;

export const unreadIn = ({ messages, readSeq }: Thread): number =>
  messages.filter((message) => isUnread(message, readSeq)).length;

/** The last message to mark as read: it stops before a gap, so that no missing message is marked with it. */
export const lastUnread = ({ messages, readSeq, complete }: Thread): PrivateMessage | undefined =>
  messages.findLast((message) => message.seq <= complete && isUnread(message, readSeq));

/** Number of the first unread message, before which the divider is shown; null if all were read. */
export const firstUnread = ({ messages, readSeq }: Thread): number | null =>
  messages.find((message) => isUnread(message, readSeq))?.seq ?? null;

function merge(thread: Thread, news: readonly PrivateMessage[]): Thread {
  const bySeq = new Map(thread.messages.map((message) => [message.seq, message]));
  const returned = { ...thread.returned };
  for (const message of news) {
    bySeq.set(message.seq, bySeq.get(message.seq) ?? message);
    if (message.returned !== undefined) returned[message.seq] = message.returned;
  }
  const messages = [...bySeq.values()].sort((a, b) => a.seq - b.seq);
  let { complete } = thread;
  while (bySeq.has(complete + 1)) complete += 1;
  return { ...thread, messages, complete, returned };
}
