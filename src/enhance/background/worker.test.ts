import { readFile } from 'node:fs/promises';
import { runInNewContext } from 'node:vm';
import { beforeEach, expect, it, vi } from 'vitest';

/** Runs the worker with fakes of the browser's APIs: real notifications require a permission that tests do not have. */
let listeners: Map<string, (event: object) => void>;
let shown: { title: string; options: Record<string, unknown> }[];
let tabs: { url: string; focus: () => string }[];
let opened: string[];

beforeEach(async () => {
  listeners = new Map();
  [shown, tabs, opened] = [[], [], []];
  const self = {
    location: new URL('https://vonk.example/sw.js'),
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    registration: {
      showNotification: async (title: string, options: Record<string, unknown>) => {
        shown.push({ title, options });
      },
    },
    clients: {
      matchAll: async () => tabs,
      openWindow: async (path: string) => {
        opened.push(path);
      },
    },
  };
  runInNewContext(await readFile('public/sw.js', 'utf8'), { self, URL });
});

async function happen(name: string, event: object): Promise<void> {
  let work: Promise<unknown> = Promise.resolve();
  const waitUntil = (promise: Promise<unknown>) => {
    work = promise;
  };
  listeners.get(name)?.({ ...event, waitUntil });
  await work;
}

const push = (data: string | null) =>
  happen('push', { data: data === null ? null : { json: () => JSON.parse(data) as unknown } });

const notice = { title: 'Vonk', body: 'There is a new message for you.', lang: 'en', tag: 'messages' };

it('shows a notice as the server sent it, and replaces one of the same kind', async () => {
  await push(JSON.stringify({ ...notice, path: '/en/messenger' }));
  const { title, ...rest } = notice;
  expect(shown).toEqual([
    { title, options: { ...rest, data: { path: '/en/messenger' }, icon: '/brand/icon-192.png' } },
  ]);
});

it.each(['no JSON', null])(
  'shows a default notice for an unreadable push: otherwise a browser revokes the permission (%s)',
  async (data) => {
    await push(data);
    expect(shown).toEqual([
      {
        title: 'vonk.example',
        options: { tag: 'messages', data: { path: '/' }, icon: '/brand/icon-192.png' },
      },
    ]);
  },
);

it.each(['//elsewhere.example/', '/\\elsewhere.example', 'https://elsewhere.example/', 7])(
  'opens no other site (%s)',
  async (path) => {
    await push(JSON.stringify({ ...notice, path }));
    expect(shown[0]?.options['data']).toEqual({ path: '/' });
  },
);

it('a click focuses the tab with the page, else opens a new one', async () => {
  const notification = { close: vi.fn(), data: { path: '/en/messenger' } };
  const focus = vi.fn(() => '');
  tabs = [{ url: 'https://vonk.example/free', focus }];
  await happen('notificationclick', { notification });
  expect(opened).toEqual(['/en/messenger']);
  expect(focus).not.toHaveBeenCalled();
  tabs.push({ url: 'https://vonk.example/en/messenger?p=7', focus });
  await happen('notificationclick', { notification });
  expect(opened).toHaveLength(1);
  expect(focus).toHaveBeenCalledOnce();
  expect(notification.close).toHaveBeenCalledTimes(2);
});
