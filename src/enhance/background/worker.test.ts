import { readFile } from 'node:fs/promises';
import { runInNewContext } from 'node:vm';
import { beforeEach, expect, it, vi } from 'vitest';

/** Runs the worker with fakes of the browser's APIs: real notifications require a permission that tests do not have. */
let listeners: Map<string, (event: object) => void>;
let shown: { title: string; options: Record<string, unknown> }[];
let tabs: { url: string; visibilityState?: string; focus: () => string }[];
let opened: string[];
let cache: {
  match: () => Promise<unknown>;
  put: () => Promise<void>;
  keys: () => Promise<string[]>;
  delete: (file: string) => Promise<boolean>;
};
let fetched: string[];
const answer = { status: 200, clone: () => answer };

beforeEach(async () => {
  fetched = [];
  cache = {
    match: async () => undefined,
    put: async () => {},
    keys: async () => [],
    delete: async () => true,
  };
  listeners = new Map();
  [shown, tabs, opened] = [[], [], []];
  const self = {
    location: new URL('https://vonk.example/sw.js?languages=nl,en,de'),
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
  runInNewContext(await readFile('public/sw.js', 'utf8'), {
    self,
    URL,
    caches: { open: async () => cache },
    fetch: async ({ url }: { url: string }) => {
      fetched.push(url);
      return answer;
    },
  });
});

const file = 'https://vonk.example/_astro/page.D1.js';

/** Requests a built file; returns the answer and what the worker still does after it. */
async function load(): Promise<{ answer: unknown; after: Promise<unknown> }> {
  let [response, after] = [Promise.resolve<unknown>('untouched'), Promise.resolve<unknown>(undefined)];
  listeners.get('fetch')?.({
    request: { method: 'GET', mode: 'cors', url: file },
    respondWith: (promise: Promise<unknown>) => {
      response = promise;
    },
    waitUntil: (promise: Promise<unknown>) => {
      after = promise;
    },
  });
  return { answer: await response, after };
}

it('answers with a built file before it is stored', async () => {
  let stored = () => {};
  cache.put = () =>
    new Promise((resolve) => {
      stored = resolve;
    });
  const loaded = await load();
  expect(loaded.answer).toBe(answer);
  stored();
  await loaded.after;
});

it('answers with a stored file without a request', async () => {
  const kept = { status: 200 };
  cache.match = async () => kept;
  expect((await load()).answer).toBe(kept);
  expect(fetched).toEqual([]);
});

it.each(['match', 'put', 'keys', 'delete'] as const)(
  'answers from the network when the cache fails (%s)',
  async (name) => {
    cache.keys = async () => Array.from({ length: 200 }, (_, i) => `file ${i}`);
    Object.assign(cache, { [name]: () => Promise.reject(new Error('QuotaExceededError')) });
    const loaded = await load();
    expect(loaded.answer).toBe(answer);
    expect(fetched).toEqual([file]);
    await loaded.after;
  },
);

it('drops the oldest files above 150', async () => {
  const dropped: string[] = [];
  cache.keys = async () => Array.from({ length: 152 }, (_, i) => `file ${i}`);
  cache.delete = async (name) => dropped.push(name) > 0;
  await (await load()).after;
  expect(dropped).toEqual(['file 0', 'file 1']);
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

it('makes a notice heard that replaces another one, if the server asks for it', async () => {
  await push(JSON.stringify({ ...notice, path: '/en/studio/live', renotify: true }));
  expect(shown[0]?.options).toMatchObject({ tag: 'messages', renotify: true });
  expect(shown[0]?.options).not.toHaveProperty('silent');
});

it.each([
  ['/en/studio/live', 'visible', true],
  ['/studio/live', 'visible', true],
  ['/studio/live', 'hidden', false],
  ['/studio/account', 'visible', false],
])(
  'shows it without a sound where its page is looked at: %s, %s',
  async (page, visibilityState, isSilent) => {
    tabs = [{ url: `https://vonk.example${page}`, visibilityState, focus: () => '' }];
    await push(JSON.stringify({ ...notice, path: '/en/studio/live', renotify: true }));
    expect(shown[0]?.options).toMatchObject(isSilent ? { silent: true } : { renotify: true });
    expect(shown[0]?.options).not.toHaveProperty(isSilent ? 'renotify' : 'silent');
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
