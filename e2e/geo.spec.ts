import type { BrowserContext } from '@playwright/test';
import { createOwnProduct, type OwnProduct } from './support/product.ts';
import { expect, test } from './support/test.ts';

/** A product behind a proxy that says where its visitors are: the tests play the proxy. */
let product: OwnProduct;
const from = (country: string) => ({ 'cf-ipcountry': country });

test.beforeAll(async () => {
  product = await createOwnProduct({ environment: { TRUSTED_PROXIES: '127.0.0.1,::1', DEMO_CAST: 'false' } });
  await product.start();
});
test.afterAll(() => product.remove());

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
