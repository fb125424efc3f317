import type { BrowserContext, Page, Request } from '@playwright/test';
import { logTracking } from '#contract/tracking/tracker-calls.ts';
import { createOwnProduct, type OwnProduct } from '../support/product.ts';
import { expect, test } from '../support/test.ts';

test.use({ answered: false });

/** A product whose brand has a tag manager. */
let product: OwnProduct;
test.beforeAll(async () => {
  product = await createOwnProduct({
    environment: {
      DEMO_CAST: 'false',
      NODE_OPTIONS: '--import ./e2e/support/started/change-brand.mjs',
      BRAND_CHANGES: 'tag-manager',
    },
  });
  await product.start();
});
test.afterAll(() => product.remove());

/** One page of each kind that runs scripts, and one that runs none. */
const pages = [
  '/en',
  '/profile/Sofie',
  '/en/stream/Sofie',
  '/login',
  '/report/Sofie',
  '/activate',
  '/payment/Sofie',
  '/nothing',
  '/cookies',
];
/** Scripts that are being loaded. */
const loading = new Set<Request>();
const measuring = /\/tracker|google|start-measuring/;

/** Returns the measuring requests from now on; the list grows. */
async function watch(person: BrowserContext): Promise<string[]> {
  const requests: string[] = [];
  loading.clear();
  person.on('request', (request) => {
    if (measuring.test(request.url())) requests.push(request.url());
    if (request.resourceType() === 'script') loading.add(request);
  });
  person.on('requestfinished', (request) => void loading.delete(request));
  person.on('requestfailed', (request) => void loading.delete(request));
  await person.route('https://www.googletagmanager.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'window.managerRuns = true;' }),
  );
  return requests;
}

async function kept(page: Page): Promise<string[]> {
  const cookies = (await page.context().cookies()).map(({ name }) => name);
  const stored = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  return [...cookies, ...stored].sort();
}

const tags = (page: Page) =>
  page.evaluate(() => ((window as { dataLayer?: { event: string }[] }).dataLayer ?? []) as object[]);

/** Waits until everything has begun that starts with the page or when it is idle. */
async function idle(page: Page): Promise<void> {
  // Idle callbacks run in order. A script that one loads may ask for another.
  for (let round = 0; round < 2; round += 1) {
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 2000 })));
    await expect.poll(() => loading.size).toBe(0);
  }
}

/** Counts beacons in the page, because Playwright does not see requests sent while a page is left. */
const noteBeacons = () => {
  const send = navigator.sendBeacon.bind(navigator);
  navigator.sendBeacon = (url, body) => {
    sessionStorage.setItem('beacons', `${sessionStorage.getItem('beacons') ?? ''}.`);
    return send(url, body);
  };
};
const beacons = (page: Page) => page.evaluate(() => sessionStorage.getItem('beacons')?.length ?? 0);

/** Cookies and storage keys that need no consent. */
const needed = [
  'active_stream',
  'age',
  'beacons',
  'consent',
  'country_code',
  'seen-banner',
  'session',
  'vonk_guest',
];

for (const { answer, paths } of [
  { answer: null, paths: pages },
  { answer: 'no', paths: ['/en', '/en/stream/Sofie'] },
])
  test(`P3.31 P4.14 P7.46 P7.48 L4.60 L7.26 L7.27 nothing is measured on any page, answered: ${answer}`, {
    tag: '@own-product',
  }, async ({ newPerson, allowConsole }) => {
    allowConsole(/404/);
    const person = await newPerson();
    await person.addCookies([{ name: 'age', value: '1', url: product.url }]);
    if (answer) await person.addCookies([{ name: 'consent', value: answer, url: product.url }]);
    const requests = await watch(person);
    const page = await person.newPage();
    for (const path of paths) {
      await page.goto(product.url + path);
      await idle(page);
      await page.locator('h1').first().click();
      const left = (await kept(page)).filter((name) => !needed.includes(name));
      expect(left, path).toEqual([]);
      expect(await tags(page), path).toEqual([]);
    }
    expect(requests).toEqual([]);
  });

test('P3.29 P3.31 P4.14 P7.46 P7.47 P7.48 L4.60 L7.26 L7.27 consent measures until it is withdrawn, which deletes the stored data', {
  tag: '@own-product',
}, async ({ newPerson }) => {
  const person = await newPerson();
  await person.addCookies([{ name: 'age', value: '1', url: product.url }]);
  await person.addInitScript(noteBeacons);
  const requests = await watch(person);
  const logs: unknown[] = [];
  person.on('request', (request) => {
    if (request.url().includes('/tracker')) logs.push(request.postDataJSON());
  });
  const events = () => logs.map((body) => logTracking.input.parse(body)).map(({ log }) => log.event);
  const page = await person.newPage();
  await page.goto(`${product.url}/en/free?p=77`);
  await idle(page);
  expect(requests).toEqual([]);

  await page.locator('#consent').getByRole('button', { name: 'Allow' }).click();
  await expect.poll(events).toEqual(['visit']);
  await expect
    .poll(() => tags(page))
    .toContainEqual({
      event: 'page_view',
      page_name: 'free',
      page_location: page.url(),
      page_title: await page.title(),
    });
  expect(await page.evaluate(() => 'managerRuns' in window)).toBe(true);
  expect((await kept(page)).filter((name) => !needed.includes(name))).toEqual(
    ['guest:visited', 'lfs', 'vonk_fid'].sort(),
  );

  await page.getByRole('banner').getByRole('link', { name: 'Sign up for free' }).click();
  await expect.poll(events).toEqual(['visit', 'click']);
  const dialog = page.getByRole('dialog', { name: 'Sign up for free' });
  await dialog.getByLabel('E-mail address').fill(`measured-${Date.now()}@example.com`);
  await dialog.getByLabel('Password', { exact: true }).fill('Plein-16');
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Create account' }).click();
  await expect.poll(() => tags(page)).toContainEqual({ event: 'sign_up', affiliate_code: '77' });
  // Leaving the page now would interrupt the login that follows.
  await expect.poll(() => kept(page)).toContain('vonk_session');
  // The dialog closes by going back in the history, which would interrupt it too.
  await expect(page.getByRole('dialog', { name: 'Check your mail' })).toBeVisible();
  await expect(dialog).toBeHidden();

  await page.goto(`${product.url}/en/profile/Sofie?p=77`);
  await expect.poll(() => events().filter((event) => event === 'visit')).toHaveLength(2);
  const clicks = events().filter((event) => event === 'click').length;
  expect(await beacons(page), 'one is of the page that was left').toBe(clicks + 1);
  const sessions = new Set(logs.map((body) => logTracking.input.parse(body).session));
  expect(sessions.size, 'one visit').toBe(1);
  expect(await kept(page)).toContain('previous_route');

  await page.goto(`${product.url}/en/cookies?p=77`);
  // A tag manager sets such a cookie.
  await person.addCookies([{ name: '_ga', value: 'GA1.1.1', url: product.url }]);
  await page.locator('main').getByRole('button', { name: 'Refuse' }).click();
  await expect(page.getByText('Your choice now: refused.')).toBeVisible();
  const left = (await kept(page)).filter((name) => !needed.includes(name));
  expect(left).toEqual(['vonk_device', 'vonk_session']);
  const before = requests.length;
  await page.goto(`${product.url}/en/free?p=77`);
  await idle(page);
  await page.goto(`${product.url}/en`);
  await idle(page);
  expect(requests).toHaveLength(before);
});
