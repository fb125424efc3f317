import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import type { PrivateMessage } from '#contract/messaging/messages.ts';
import {
  deliveryOf,
  emptyThread,
  firstUnread,
  hasGap,
  lastUnread,
  type OpenedConversation,
  openThread,
  type Thread,
  unreadIn,
  withLater,
  withMessage,
  withNewest,
  withOlder,
  withOwnRead,
  withReturned,
  withTheirDelivery,
  withTheirRead,
} from './thread.ts';

const message = (
  seq: number,
  owner: 'self' | 'other',
  change: Partial<PrivateMessage> = {},
): PrivateMessage => ({
  id: 1000 + seq,
  conversation: 1,
  seq,
  clientId: null,
  createdAt: '2026-11-26T12:00:00Z',
  type: 'text',
  content: `message ${seq}`,
  attachment: null,
  owner,
  receiver: owner === 'self' ? 'performer:2' : 'member:1',
  read: false,
  deliveryStatus: 'sent',
  mass: false,
  ...change,
});

const other = { id: 'performer:2', userid: 2, username: 'Vera', avatar: null, onlineStatus: null };
const opened = (change: Partial<OpenedConversation>): OpenedConversation => ({
  id: 1,
  other,
  messages: [],
  nextPage: null,
  top: 0,
  unread: 0,
  readSeq: 0,
  theirs: { delivered: 0, read: 0 },
  ...change,
});
const numbers = ({ messages }: Thread) => messages.map(({ seq }) => seq);

test('keeps messages and marks pushed before the first response', () => {
  const pushed = withMessage(withOwnRead(withTheirRead(emptyThread, 2), 1), message(3, 'other'));
  const answer = opened({ messages: [message(1, 'other'), message(2, 'self')], top: 2 });
  const thread = openThread(answer, pushed);
  expect(numbers(thread)).toEqual([1, 2, 3]);
  expect(thread.complete).toBe(3);
  expect(thread.readSeq).toBe(1);
  expect(thread.theirs).toEqual({ delivered: 2, read: 2 });
});

test('keeps what was given back, pushed before or after its message, or read again', () => {
  const sent = [message(1, 'self'), message(2, 'self'), message(3, 'self')];
  const answer = opened({ messages: sent, top: 3 });
  let thread = openThread(answer, withReturned(emptyThread, 1, 60));
  thread = withReturned(thread, 2, 60);
  const third = message(3, 'self', { returned: 50 });
  expect(withNewest(thread, opened({ messages: [third], top: 3 })).returned).toEqual({ 1: 60, 2: 60, 3: 50 });
  expect(openThread(opened({ messages: [third], top: 3 })).returned).toEqual({ 3: 50 });
});

test('keeps a repeated message once, and puts a late one in its place', () => {
  let thread = openThread(opened({ messages: [message(1, 'other')], top: 1 }));
  for (const seq of [3, 2, 3, 1]) thread = withMessage(thread, message(seq, 'other'));
  expect(numbers(thread)).toEqual([1, 2, 3]);
  expect(hasGap(thread)).toBe(false);
});

test('treats a missing number as a gap until it arrives; marks nothing beyond it as read', () => {
  let thread = openThread(opened({ messages: [message(1, 'other')], top: 1 }));
  thread = withMessage(thread, message(3, 'other'));
  expect(hasGap(thread)).toBe(true);
  expect(thread.complete).toBe(1);
  expect(lastUnread(thread)?.seq).toBe(1);
  thread = withLater(thread, [message(2, 'other'), message(3, 'other')]);
  expect(hasGap(thread)).toBe(false);
  expect(thread.complete).toBe(3);
  expect(lastUnread(thread)?.seq).toBe(3);
});

test('puts an older page first, and knows whether there is another one', () => {
  const first = openThread(opened({ messages: [message(3, 'self')], nextPage: 2, top: 3 }));
  const thread = withOlder(first, opened({ messages: [message(1, 'other'), message(2, 'self')], top: 3 }));
  expect(numbers(thread)).toEqual([1, 2, 3]);
  expect(thread.nextPage).toBeNull();
});

test('opens an empty conversation without a gap after its messages were deleted', () => {
  const thread = openThread(opened({ top: 7, readSeq: 7 }));
  expect(hasGap(withMessage(thread, message(8, 'other')))).toBe(false);
});

test('P4.29 applies marks of the other side to all earlier messages, in any order of arrival', () => {
  let thread = withTheirRead(openThread(opened({ top: 0 })), 2);
  for (const seq of [1, 2, 3, 4]) thread = withMessage(thread, message(seq, 'self'));
  thread = withTheirDelivery(withTheirDelivery(thread, 3), 1);
  expect(thread.messages.map((one) => deliveryOf(thread, one))).toEqual([
    'read',
    'read',
    'delivered',
    'sent',
  ]);
});

it('P4.35 finds the first unread message, and counts only those of the other side', () => {
  const messages = [message(1, 'other'), message(2, 'self'), message(3, 'other'), message(4, 'other')];
  const thread = openThread(opened({ messages, top: 4, readSeq: 1 }));
  expect(firstUnread(thread)).toBe(3);
  expect(unreadIn(thread)).toBe(2);
  expect(firstUnread(withOwnRead(thread, 4))).toBeNull();
  expect(unreadIn(withOwnRead(thread, 4))).toBe(0);
  expect(firstUnread(emptyThread)).toBeNull();
  expect(lastUnread(emptyThread)).toBeUndefined();
});

/** Models a server's conversation and its pushes to the member's pages. */
class Conversation {
  readonly messages: PrivateMessage[] = [];
  readonly pushes: ((thread: Thread) => Thread)[] = [];
  own = 0;
  read = 0;
  delivered = 0;

  say(owner: 'self' | 'other'): void {
    const pushed = message(this.messages.length + 1, owner);
    this.messages.push(pushed);
    this.pushes.push((thread) => withMessage(thread, pushed));
  }

  readOwn(seq: number): void {
    this.own = Math.max(this.own, Math.min(seq, this.messages.length));
    const upTo = this.own;
    this.pushes.push((thread) => withOwnRead(thread, upTo));
  }

  readByThem(seq: number): void {
    this.read = Math.max(this.read, Math.min(seq, this.messages.length));
    this.delivered = Math.max(this.delivered, this.read);
    const upTo = this.read;
    this.pushes.push((thread) => withTheirRead(thread, upTo));
  }

  deliver(): void {
    this.delivered = this.messages.length;
    const upTo = this.delivered;
    this.pushes.push((thread) => withTheirDelivery(thread, upTo));
  }

  #view = (one: PrivateMessage): PrivateMessage => ({
    ...one,
    read: one.seq <= (one.owner === 'self' ? this.read : this.own),
    deliveryStatus: one.seq <= this.delivered ? 'delivered' : 'sent',
  });

  /** Pages like `readConversation`. */
  page(page = 1, top = this.messages.length): OpenedConversation {
    const limit = 3;
    const pages = page === 1 ? Math.max(1, Math.ceil((top - this.own) / limit)) : 1;
    const last = page - 1 + pages;
    const from = Math.max(0, top - last * limit);
    return opened({
      messages: this.messages.slice(from, top - (page - 1) * limit).map(this.#view),
      nextPage: from > 0 ? last + 1 : null,
      top,
      readSeq: this.own,
      theirs: { delivered: this.delivered, read: this.read },
    });
  }

  later(after: number): PrivateMessage[] {
    return this.messages.slice(after, after + 4).map(this.#view);
  }
}

const act = fc.oneof(
  fc.record({ kind: fc.constantFrom('self', 'other', 'other', 'delivered') }),
  fc.record({ kind: fc.constantFrom('readOwn', 'readByThem'), seq: fc.nat(30) }),
);
/** Which pushes arrive, in which order; some twice, some never. */
const arrivals = fc.array(fc.nat(60), { maxLength: 60 });

/** Does what a page does after a reconnect, then scrolls to the first message. */
function settle(device: Thread, server: Conversation): Thread {
  let thread = withNewest(device, server.page());
  for (let before = -1; hasGap(thread) && before < thread.complete; ) {
    before = thread.complete;
    thread = withLater(thread, server.later(thread.complete));
  }
  while (thread.nextPage !== null) thread = withOlder(thread, server.page(thread.nextPage, thread.top));
  return thread;
}

it('ends in the server’s state on two pages, whatever was lost, repeated or out of order', () => {
  fc.assert(
    fc.property(
      fc.array(act, { maxLength: 12 }),
      fc.array(act, { maxLength: 40 }),
      fc.tuple(arrivals, arrivals),
      (before, after, devices) => {
        const server = new Conversation();
        const run = (acts: typeof before) => {
          for (const one of acts) {
            if ('seq' in one) server[one.kind as 'readOwn'](one.seq);
            else if (one.kind === 'delivered') server.deliver();
            else server.say(one.kind as 'self');
          }
        };
        run(before);
        const opening = server.page();
        const pushed = server.pushes.length;
        run(after);
        const news = server.pushes.slice(pushed);
        for (const order of devices) {
          let thread = openThread(opening);
          for (const index of order) thread = news[index]?.(thread) ?? thread;
          thread = settle(thread, server);
          expect(numbers(thread)).toEqual(server.messages.map(({ seq }) => seq));
          expect(hasGap(thread)).toBe(false);
          expect(unreadIn(thread)).toBe(
            server.messages.filter(({ owner, seq }) => owner === 'other' && seq > server.own).length,
          );
          for (const one of thread.messages.filter(({ owner }) => owner === 'self')) {
            const state =
              one.seq <= server.read ? 'read' : one.seq <= server.delivered ? 'delivered' : 'sent';
            expect(deliveryOf(thread, one)).toBe(state);
          }
        }
      },
    ),
    { numRuns: 300 },
  );
});
