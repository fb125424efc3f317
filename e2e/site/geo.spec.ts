import type { BrowserContext } from '@playwright/test';
import { backgroundOf } from '../support/page.ts';
import { expect, test } from '../support/test.ts';

/** Headers of the proxy in front of the product, which the tests send themselves. */
const from = (country: string) => ({ 'cf-ipcountry': country });

test('P6.11 a page that was opened elsewhere checks the location again, once', async ({
  newPerson,
  baseURL,
}) => {
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

test('P6.11 P8.21 a failed second check is ignored', async ({ newPerson, allowConsole }) => {
  allowConsole(/net::ERR_FAILED/);
  const person = await newPerson();
  const page = await person.newPage();
  await page.route('**', (route) => (route.request().method() === 'HEAD' ? route.abort() : route.continue()));
  const check = page.waitForRequest((request) => request.method() === 'HEAD');
  await page.goto('/en');
  await check;
  await expect(page.locator('#age-gate')).toBeVisible();
});

/** Sets the proxy's headers for the browser's later checks. */
async function heads(context: BrowserContext, headers: Record<string, string>): Promise<void> {
  await context.unroute('**');
  await context.route('**', (route) => {
    const request = route.request();
    if (request.method() !== 'HEAD') return route.continue();
    return route.continue({ headers: { ...request.headers(), ...headers } });
  });
}
