import { type APIRequestContext, type BrowserContext, type Page, request } from '@playwright/test';
import { onlineStatus } from '#contract/performers/status.ts';
import { setStatus } from '#contract/studio/studio-calls.ts';
import { inboxOf } from '../support/live/studio.ts';
import { alive } from '../support/page.ts';
import { expectPictures, performersIn } from '../support/people.ts';
import { photoFile, photoWidth, plainPhoto } from '../support/photo.ts';
import { createOwnProduct, type OwnProduct } from '../support/product.ts';
import { openStage, stageEntry } from '../support/stage/stage.ts';
import { expect, test } from '../support/test.ts';

/** Browsers resolve every name below localhost to this machine, and treat names below such a name as one site. */
const at = (name: string, port: number | string) => `http://${name}.localhost:${port}`;

/** Calls the API from a page with the member's cookies. */
const askFrom = (page: Page, api: string) =>
  page.evaluate(async (url) => {
    const answer = await fetch(`${url}/api/member/basic-info`, {
      credentials: 'include',
      headers: { 'api-key': 'vonk-web' },
    }).catch(() => null);
    return answer && ((await answer.json()) as { email?: string }).email;
  }, api);

/** Connects a socket from a page and returns the outcome. */
const enterFrom = (page: Page, api: string) =>
  page.evaluate(
    (url) =>
      new Promise<string>((resolve) => {
        const line = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
        line.onmessage = ({ data }: MessageEvent<string>) => {
          if (data.startsWith('0')) line.send('40');
          else resolve(data);
        };
      }),
    api,
  );

let product: OwnProduct;
/** Requests without a browser page. */
let program: APIRequestContext;
/** Origins of the pages, of the API, and of another site. */
let site: string;
let api: string;
let sibling: string;
test.beforeAll(async () => {
  product = await createOwnProduct({
    entry: stageEntry,
    environment: (port) => ({
      PUBLIC_URL: at('vonk', port),
      API_URL: at('api.vonk', port),
      DEMO_CAST: 'false',
    }),
  });
  const { port } = new URL(product.url);
  [site, api, sibling] = [at('vonk', port), at('api.vonk', port), at('blog.vonk', port)];
  program = await request.newContext({ baseURL: product.url });
  await product.start();
});
test.afterAll(async () => {
  await program.dispose();
  await product.end('SIGTERM');
  await product.remove();
});

type NewPerson = (options: { baseURL: string }) => Promise<BrowserContext>;

/** Opens a page for a visitor that has answered both questions. */
async function openPage(newPerson: NewPerson): Promise<Page> {
  const context = await newPerson({ baseURL: site });
  await context.addCookies(
    ['age', 'consent'].map((name) => ({ name, value: name === 'age' ? '1' : 'no', url: site })),
  );
  return context.newPage();
}

async function logIn(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-mail address').fill('demo@example.com');
  await dialog.getByLabel('Password', { exact: true }).fill('Demo1234');
  await dialog.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('banner')).toContainText('5,000 credits');
}

test('P7.23 a member logs in, watches and gets pushes when the API has a separate origin', {
  tag: '@own-product',
}, async ({ newPerson, allowConsole }) => {
  const page = await openPage(newPerson);
  const context = page.context();
  const called: string[] = [];
  page.on('request', (request) => void called.push(request.url()));
  const line = page.waitForEvent('websocket');
  await page.goto('/en');
  expect((await line).url()).toMatch(api.replace('http', 'ws'));

  await logIn(page);
  expect(called).toContain(`${api}/api/member/login`);
  // The page comes from another host than the one that set the cookie.
  await page.reload();
  await expect(page.getByRole('banner')).toContainText('5,000 credits');
  const cookies = await context.cookies(api);
  expect(cookies.find(({ name }) => name === 'vonk_session')).toMatchObject({
    domain: '.vonk.localhost',
    httpOnly: true,
  });

  const { name: performer, call } = await openStage(product.url).goLive('free');
  await page.reload();
  const card = page
    .locator('[data-cards] > li')
    .filter({ has: page.getByRole('link', { name: performer, exact: true }) });
  await expect(async () => {
    await call(setStatus, { onlineStatus: onlineStatus.free });
    await call(setStatus, { onlineStatus: onlineStatus.paused });
    await expect(card.locator('.badge[data-status]')).toHaveAttribute('data-status', 'paused', {
      timeout: 1000,
    });
  }).toPass({ timeout: 30_000 });
  await call(setStatus, { onlineStatus: onlineStatus.free });

  await page.goto(`/en/stream/${performer}`);
  await expectPictures(page);
  expect(called.some((url) => url.startsWith(`${api}/media/stage/view/`))).toBe(true);
  await page.goto('/en');
  // The leave is sent by beacon; a viewer that only stops its calls stays connected for longer.
  await expect
    .poll(async () => (await program.get('/metrics')).text(), { timeout: 4000 })
    .toMatch(/vonk_events_total\{name="chat\.left"\} 1/);
  expect(called.filter((url) => url.startsWith(`${site}/api/`))).toEqual([]);

  expect(await askFrom(page, api)).toBe('demo@example.com');
  expect(await enterFrom(page, api)).toMatch(/^40/);
  // From a page of a sibling host, the browser sends the same cookies.
  allowConsole(/CORS policy|net::ERR_FAILED/);
  await page.goto(`${sibling}/en`);
  expect(await askFrom(page, api)).toBeNull();
  expect(await enterFrom(page, api)).toBe('44{"message":"badRequest.invalid.origin"}');
});

test('photos are sent and shown when the API has a separate origin', { tag: '@own-product' }, async ({
  newPerson,
}) => {
  const page = await openPage(newPerson);
  await page.goto('/en');
  await logIn(page);
  const [performer = ''] = await performersIn({ request: program }, 'offline');
  await page.goto(`/en/messenger/${performer}`);
  await alive(page);
  await page.getByRole('button', { name: 'Send a photo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send a photo' });
  await dialog.locator('[data-photo-input]').setInputFiles(await photoFile('teal'));
  await dialog.getByRole('button', { name: 'Send photo' }).click();
  await expect.poll(() => photoWidth(page, 'Your photo')).toBe(1600);
  // The page shows its own copy until the photo is sent.
  await expect(page.getByAltText('Your photo').last()).toHaveAttribute('src', new RegExp(`^${api}/`));
  const her = await inboxOf({ performer, origin: product.url });
  await her.show(await plainPhoto('orange'));
  await page.getByText('View photo').click();
  await expect.poll(() => photoWidth(page, `Photo of ${performer}`)).toBe(1600);
});
