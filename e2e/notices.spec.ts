import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

/** What the worker does with what a push service hands it; the service itself is played by the browser's own tools. */
test.use({ serviceWorkers: 'allow', permissions: ['notifications'] });

async function openWorker(context: BrowserContext, page: Page, path: string) {
  await context.addCookies([{ name: 'age', value: '1', url: new URL(page.url()).origin }]);
  const tools = await context.newCDPSession(page);
  const registered = new Promise<string>((found) => {
    tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) found(first.registrationId);
    });
  });
  await tools.send('ServiceWorker.enable');
  await page.goto(path);
  const stateOf = () => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
  await expect.poll(stateOf).toBe('activated');
  return { tools, registrationId: await registered };
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const worker = await navigator.serviceWorker.ready;
    return (await worker.getNotifications()).map(({ title, body, lang, tag, data }) => ({
      ...{ title, body, lang, tag },
      path: (data as { path: string }).path,
    }));
  });

test('the worker shows one notice of a kind, and one for what it can not read', async ({
  page,
  context,
  baseURL,
}) => {
  await page.goto(`${baseURL}/favicon.svg`);
  const { tools, registrationId } = await openWorker(context, page, '/en/free');
  const { origin } = new URL(page.url());
  const notice = {
    ...{ title: 'Vonk', body: 'There is a new message for you.', lang: 'en' },
    ...{ tag: 'messages', path: '/en/messenger' },
  };
  /** Handed in again until it is there: the browser's tools leave out a worker that has only just begun. */
  const handUntil = (data: string, isThere: (told: Awaited<ReturnType<typeof shown>>) => void) =>
    expect(async () => {
      await tools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
      isThere(await shown(page));
    }).toPass();
  await handUntil(JSON.stringify({ ...notice, body: 'Earlier' }), (told) =>
    expect(told).toEqual([{ ...notice, body: 'Earlier' }]),
  );
  await handUntil(JSON.stringify(notice), (told) => expect(told).toEqual([notice]));
  // Nobody is led to another site.
  const elsewhere = { ...notice, tag: 'other', path: '//elsewhere.example/' };
  await handUntil(JSON.stringify(elsewhere), (told) =>
    expect(told.find(({ tag }) => tag === 'other')).toEqual({ ...elsewhere, path: '/' }),
  );
  // A browser takes the permission from who shows nothing.
  await handUntil('no JSON', (told) =>
    expect(told.find(({ tag }) => tag === 'messages')).toMatchObject({
      ...{ title: new URL(origin).hostname, body: '', path: '/' },
    }),
  );
});
