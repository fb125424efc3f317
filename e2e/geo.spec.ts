import type { BrowserContext } from '@playwright/test';
import { backgroundOf } from './support/background.ts';
import { expect, test } from './support/test.ts';

/** As the proxy in front of the product says it: the tests play the proxy. */
const from = (country: string) => ({ 'cf-ipcountry': country });

test('a page that was opened elsewhere looks a second time, once', async ({ newPerson, baseURL }) => {
  const person = await newPerson();
  await person.addCookies([{ name: 'age', value: '1', url: baseURL ?? '' }]);
  const page = await person.newPage();
  await heads(person, from('SE'));
  await page.goto('/en?p=77');
  await expect(page).toHaveURL('/en/forbidden?p=77');

  await heads(person, from('NL'));
  const other = await person.newPage();
  await other.goto('/en');
  await expect.poll(() => other.evaluate(() => sessionStorage.getItem('country_code'))).toBe('NL');
  await heads(person, from('SE'));
  const looks: string[] = [];
  other.on('request', (request) => request.method() === 'HEAD' && looks.push(request.url()));
  const begun = backgroundOf(other);
  await other.goto('/en/free');
  await begun;
  await other.waitForLoadState('networkidle');
  expect(looks).toEqual([]);
  await expect(other).toHaveURL('/en/free');
});

test("that the second look fails is nobody's business", async ({ newPerson, allowConsole }) => {
  allowConsole(/net::ERR_FAILED/);
  const person = await newPerson();
  const page = await person.newPage();
  await page.route('**', (route) => (route.request().method() === 'HEAD' ? route.abort() : route.continue()));
  const asked = page.waitForRequest((request) => request.method() === 'HEAD');
  await page.goto('/en');
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
