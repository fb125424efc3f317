import type { APIRequestContext, BrowserContext } from '@playwright/test';
import { getChatJoinToken } from '#contract/chat/session-calls.ts';
import { pathOf } from '#contract/endpoint.ts';
import { createOwnProduct, type OwnProduct } from './support/product.ts';
import { expect, test } from './support/test.ts';

/** A product behind a proxy that says where its visitors are: the tests play the proxy. */
let product: OwnProduct;
const from = (country: string, region?: string) => ({
  'cf-ipcountry': country,
  ...(region && { 'cf-region-code': region }),
});

test.beforeAll(async () => {
  product = await createOwnProduct({
    TRUSTED_PROXIES: '127.0.0.1,::1',
    DEMO_CAST: 'false',
    DEMO_PERFORMERS: '12',
  });
  await product.start();
});
test.afterAll(() => product.remove());

async function ask(
  request: APIRequestContext,
  path: string,
  headers: Record<string, string>,
  method = 'GET',
) {
  const answer = await request.fetch(product.url + path, { method, headers, maxRedirects: 0 });
  return { status: answer.status(), headers: answer.headers() };
}

test('who comes from where the site is not served is sent to the page that says so', async ({ request }) => {
  for (const [where, path, target] of [
    [from('SE'), '/', '/forbidden'],
    [from('GB', 'SCT'), '/en/free?p=77', '/en/forbidden?p=77'],
    [from('US', 'TX'), '/nl/profile/Noor', '/forbidden'],
    [from('SE'), '/sign/of/nothing', '/forbidden'],
  ] as const) {
    for (const method of ['GET', 'HEAD']) {
      const answer = await ask(request, path, where, method);
      expect(answer.status, `${method} ${path}`).toBe(302);
      expect(answer.headers['location']).toBe(target);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  }
  for (const where of [from('NL'), from('US', 'NY'), from('US'), from('XX'), {}])
    expect((await ask(request, '/', where)).status, JSON.stringify(where)).toBe(200);
});

test('the legal texts and what they load stay reachable', async ({ request }) => {
  for (const path of [
    '/forbidden',
    '/en/forbidden',
    '/privacy',
    '/cookies',
    '/en/terms-conditions',
    '/favicon.svg',
  ])
    expect((await ask(request, path, from('SE'))).status, path).toBe(200);
});

test('answers to HEAD say where the visitor seems to be, also when the page is kept for all', async ({
  request,
}) => {
  for (let time = 0; time < 2; time += 1) {
    const dutch = await ask(request, '/en', from('NL', 'NH'), 'HEAD');
    expect(dutch.headers).toMatchObject({ 'x-country': 'NL', 'x-region': 'NH' });
    expect(dutch.headers['cache-control']).toContain('private');
    expect((await ask(request, '/en', {}, 'HEAD')).headers).not.toHaveProperty('x-country');
    expect((await ask(request, '/en', from('SE'), 'HEAD')).status).toBe(302);
  }
});

test('without the headers the database says where an address is', async ({ request }) => {
  expect((await ask(request, '/', { 'x-forwarded-for': '130.237.1.1' })).status).toBe(302);
  const dutch = await ask(request, '/', { 'x-forwarded-for': '145.94.1.1' });
  expect(`${dutch.status} ${dutch.headers['x-country']}`).toBe('200 NL');
});

test('who was not behind the proxy is not believed', async ({ request, baseURL }) => {
  const answer = await request.get(`${baseURL}/`, { headers: from('SE'), maxRedirects: 0 });
  expect(answer.status()).toBe(200);
  expect(answer.headers()).not.toHaveProperty('x-country');
});

test('a chat is not joined from there either', async ({ request }) => {
  const headers = { 'api-key': 'vonk-web', ...from('SE') };
  const answer = await request.post(product.url + pathOf(getChatJoinToken), {
    headers,
    data: { performer: 'Noor' },
  });
  expect(await answer.json()).toEqual({ label: 'badRequest.forbidden' });
});

test('a page that was opened elsewhere looks a second time, once', async ({ newPerson }) => {
  const person = await newPerson();
  await person.addCookies([{ name: 'age', value: '1', url: product.url }]);
  const page = await person.newPage();
  await heads(person, from('SE'));
  await page.goto(`${product.url}/en?p=77`);
  await expect(page).toHaveURL(`${product.url}/en/forbidden?p=77`);

  await heads(person, from('NL'));
  const other = await person.newPage();
  await other.goto(`${product.url}/en`);
  await expect.poll(() => other.evaluate(() => sessionStorage.getItem('country_code'))).toBe('NL');
  await heads(person, from('SE'));
  await other.goto(`${product.url}/en/free`);
  await other.waitForTimeout(2500);
  await expect(other).toHaveURL(`${product.url}/en/free`);
});

test("that the second look fails is nobody's business", async ({ newPerson, allowConsole }) => {
  allowConsole(/net::ERR_FAILED/);
  const person = await newPerson();
  const page = await person.newPage();
  await page.route('**', (route) => (route.request().method() === 'HEAD' ? route.abort() : route.continue()));
  const asked = page.waitForRequest((request) => request.method() === 'HEAD');
  await page.goto(`${product.url}/en`);
  await asked;
  await expect(page.locator('#age-gate')).toBeVisible();
});

/** From now on the proxy says this of the browser's second looks. */
async function heads(context: BrowserContext, headers: Record<string, string>): Promise<void> {
  await context.unroute('**');
  await context.route('**', (route) => {
    const request = route.request();
    if (request.method() !== 'HEAD') return route.continue();
    return route.continue({ headers: { ...request.headers(), ...headers } });
  });
}
