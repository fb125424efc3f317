import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { $news } from '#lib/messaging/inbox/incoming.ts';
import { $unread } from '#lib/messaging/inbox/unread.ts';
import { privateMessage } from '../../testing/messaging.ts';
import { tellHiddenTab } from './hidden-tab.ts';

const told: { title: string; body: string | undefined }[] = [];
let permission: NotificationPermission;

let stop = () => {};
let hidden = false;

function setHidden(value: boolean): void {
  hidden = value;
  document.dispatchEvent(new Event('visibilitychange'));
}

/** Of the browser, which asks nobody here. */
class FakeNotification {
  static get permission() {
    return permission;
  }
  onclick = () => {};
  constructor(title: string, { body }: NotificationOptions = {}) {
    told.push({ title, body });
  }
  close() {}
}

beforeEach(() => {
  told.length = 0;
  permission = 'granted';
  document.title = 'Vera · Vonk';
  document.documentElement.lang = 'en';
  $unread.set(0);
  vi.stubGlobal('Notification', FakeNotification);
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
  stop = tellHiddenTab();
});
afterEach(() => {
  stop();
  hidden = false;
  $news.set(null);
});

const settled = () => new Promise((resolve) => setTimeout(resolve, 800));
let id = 5000;
const news = () => {
  id += 1;
  $news.set(privateMessage(id));
};

it('counts in the title of a tab out of sight, up to 99, and no longer once it is seen', () => {
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

it('says that there is a message, and not from whom or what', async () => {
  setHidden(true);
  news();
  await expect.poll(() => told).toEqual([{ title: 'Vonk', body: 'New message' }]);
});

it('says it once, however many tabs there are', async () => {
  const other = tellHiddenTab();
  setHidden(true);
  news();
  await settled();
  expect(told).toHaveLength(1);
  other();
});

it('says nothing where the tab is seen, where another one is, or without permission', async () => {
  news();
  await settled();
  setHidden(true);
  permission = 'default';
  news();
  await settled();
  permission = 'granted';
  // What another tab does that is in sight.
  void navigator.locks.request(`message-${id + 1}`, settled);
  news();
  await settled();
  expect(told).toEqual([]);
});
