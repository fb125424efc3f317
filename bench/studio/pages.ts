import { type BrowserContext, chromium, type Page } from 'playwright-core';

export const PERFORMER = 'Ruben';

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

export const browser = await chromium.launch({
  executablePath,
  args: [
    '--no-sandbox',
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    '--autoplay-policy=no-user-gesture-required',
  ],
});

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const band = (page: Page) => page.locator('[data-band]').first();

export async function person(url: string): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'nl-NL',
    permissions: ['camera', 'microphone'],
  });
  for (const [name, value] of Object.entries({ age: '1', consent: 'no' }))
    await context.addCookies([{ name, value, url }]);
  return context;
}

export async function openStudio(url: string): Promise<Page> {
  const page = await (await person(url)).newPage();
  await page.goto('/studio/login?next=%2Fstudio%2Flive');
  await page.getByLabel('Performernaam').fill(PERFORMER);
  await page.getByLabel('Wachtwoord', { exact: true }).fill('Studio1234');
  await button(page, 'Inloggen').click();
  await button(page, 'Camera en microfoon openen').click();
  return page;
}

/** Rehearses, and goes live with free chat. */
export async function goLive(studio: Page): Promise<void> {
  await button(studio, 'Repetitie starten').click();
  await button(studio, 'Live met gratis chat').click();
  await band(studio).filter({ hasText: 'LIVE' }).waitFor();
}

/** A browser in which the member of the demo has logged in. */
export async function loggedIn(url: string): Promise<BrowserContext> {
  const member = await person(url);
  const login = await member.request.post('/api/member/login', {
    headers: { 'api-key': 'vonk-web', origin: url },
    data: { username: 'demo@example.com', password: 'Demo1234' },
  });
  if (!login.ok()) throw new Error(`The login returned ${login.status()}`);
  return member;
}
