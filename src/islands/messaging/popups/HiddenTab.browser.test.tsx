import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { $news } from '#lib/messaging/opened/incoming.ts';
import { $unread } from '#lib/shell/unread.ts';
import { privateMessage } from '../../testing/messaging.ts';
import { SEEN_FIRST_MS, tellHiddenTab } from './hidden-tab.ts';

const notifications: { title: string; body: string | undefined }[] = [];
let permission: NotificationPermission;

let stop = () => {};
let hidden = false;

function setHidden(value: boolean): void {
  hidden = value;
  document.dispatchEvent(new Event('visibilitychange'));
}

/** The browser's permission, which is not asked for here. */
class FakeNotification {
  static get permission() {
    return permission;
  }
  onclick = () => {};
  constructor(title: string, { body }: NotificationOptions = {}) {
    notifications.push({ title, body });
  }
  close() {}
}

const { request } = navigator.locks;
/** One for each tab that has asked for the lock, resolved once it has the answer. */
let answers: Promise<void>[] = [];
let granted = 0;

function followLocks(): void {
  answers = [];
  granted = 0;
  vi.spyOn(navigator.locks, 'request').mockImplementation(
    (name: string, options: LockOptions, act: (lock: Lock | null) => unknown) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      answers.push(promise);
      return request.call(navigator.locks, name, options, (lock) => {
        if (lock) granted += 1;
        resolve();
        return act(lock);
      });
    },
  );
}

beforeEach(() => {
  followLocks();
  notifications.length = 0;
  permission = 'granted';
  document.title = 'Vera · Vonk';
  document.documentElement.lang = 'en';
  $unread.set(0);
  vi.stubGlobal('Notification', FakeNotification);
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  stop = tellHiddenTab();
});
afterEach(() => {
  stop();
  vi.runOnlyPendingTimers();
  vi.useRealTimers();
  hidden = false;
  $news.set(null);
});

/** Moves the clock until every tab has asked for the lock, and waits for what the one that got it then shows. */
async function settled(): Promise<void> {
  await vi.advanceTimersByTimeAsync(SEEN_FIRST_MS);
  await Promise.all(answers);
  // A tab that has the lock keeps it for a while after it has decided.
  await expect.poll(() => vi.getTimerCount()).toBe(granted);
}

let id = 5000;
const news = () => {
  id += 1;
  $news.set(privateMessage(id));
};

it('counts in the title of a hidden tab, up to 99, and no longer once it is visible', () => {
  $unread.set(2);
  expect(document.title).toBe('Vera · Vonk');
  setHidden(true);
  expect(document.title).toBe('(2) Vera · Vonk');
  $unread.set(120);
  expect(document.title).toBe('(99+) Vera · Vonk');
  $unread.set(0);
  expect(document.title).toBe('Vera · Vonk');
  $unread.set(1);
  setHidden(false);
  expect(document.title).toBe('Vera · Vonk');
});

it('notifies of a message without sender or content', async () => {
  setHidden(true);
  news();
  expect(notifications).toEqual([]);
  await settled();
  expect(notifications).toEqual([{ title: 'Vonk', body: 'New message' }]);
});

it('notifies once for any number of tabs', async () => {
  const other = tellHiddenTab();
  setHidden(true);
  news();
  await settled();
  expect(notifications).toHaveLength(1);
  other();
});

it('does not notify if this or another tab is visible, or without permission', async () => {
  news();
  await settled();
  setHidden(true);
  permission = 'default';
  news();
  await settled();
  permission = 'granted';
  // Simulates another, visible tab.
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  void request.call(navigator.locks, `message-${id + 1}`, {}, () => ended);
  news();
  await settled();
  end();
  expect(notifications).toEqual([]);
});
