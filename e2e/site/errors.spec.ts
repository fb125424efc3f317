import { expectAccessible } from '../support/accessible.ts';
import { alive, isBackOnPage, screenshot } from '../support/page.ts';
import { expect, test } from '../support/test.ts';

test('an error page is accessible', async ({ page, allowConsole }) => {
  allowConsole(/status of 500/);
  await page.goto('/500');
  await page.locator('#age-gate button').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Er ging iets mis');
  await expectAccessible(page);
  await screenshot(page, 'failure');
});

test('a dialog that loads late opens only if it is still wanted', async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: 'age', value: '1', url: baseURL ?? '' }]);
  const arrived = Promise.withResolvers<void>();
  await page.route(/\/_astro\/Login\./, async (route) => {
    await arrived.promise;
    await route.continue();
  });
  await page.goto('/en');
  const banner = page.getByRole('banner');
  const request = page.waitForRequest(/\/_astro\/Login\./);
  await banner.getByRole('link', { name: 'Log in' }).click();
  await request;
  await page.keyboard.press('Escape');
  await banner.getByRole('link', { name: 'Sign up' }).click();
  await expect(page.getByRole('dialog', { name: 'Sign up' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await banner.getByRole('link', { name: 'Log in' }).click();
  await page.getByRole('searchbox').or(page.getByRole('combobox')).first().click();
  const loaded = page.waitForResponse(/\/_astro\/Login\./);
  arrived.resolve();
  await loaded;
  await page.waitForFunction(() => document.documentElement.dataset['waiting'] === undefined);
  await expect(page.getByRole('dialog', { name: 'Log in' })).toBeHidden();
  await banner.getByRole('link', { name: 'Log in' }).click();
  await expect(page.getByRole('dialog', { name: 'Log in' })).toBeVisible();
});

test('P8.22 a part that fails to load is logged, and the page works without it', async ({
  page,
  context,
  baseURL,
  problems,
  allowConsole,
}) => {
  allowConsole(/net::ERR_FAILED|dynamically imported module|could not be loaded|^uncaught: $/);
  await context.addCookies([{ name: 'age', value: '1', url: baseURL ?? '' }]);
  // As if the page had just been reloaded for a failed part (e2e/site/offline.spec.ts), so that it is not reloaded again.
  await page.addInitScript(() => sessionStorage.setItem('chunk_reload', String(Date.now())));
  const expectProblem = (text: string) => expect.poll(() => problems.join('\n')).toContain(text);
  const login = page.getByRole('banner').getByRole('link', { name: 'Log in' });
  const dialog = page.getByRole('dialog', { name: 'Log in' });

  await page.route(/\/_astro\/en\./, (route) => route.abort());
  await page.goto('/en');
  await login.click();
  await expectProblem('Messages could not be loaded en');
  await expect(dialog).toBeHidden();
  await expect(login).toBeFocused();
  await page.unroute(/\/_astro\/en\./);
  await login.click();
  await expect(dialog).toBeVisible();

  await page.route(/\/_astro\/Login\./, (route) => route.abort());
  await page.goto('/en');
  await login.click();
  await expectProblem('A part of the page could not be loaded');
  await expect(dialog).toBeHidden();
  await expect(login).toBeFocused();
  await page.getByRole('banner').getByRole('link', { name: 'Sign up' }).click();
  await expect(page.getByRole('dialog', { name: 'Sign up' })).toBeVisible();
  await page.keyboard.press('Escape');
  await isBackOnPage(page);
  await page.unroute(/\/_astro\/Login\./);

  await page.route(/\/_astro\/TipTab\./, (route) => route.abort());
  await page.goto('/en/stream/Sofie');
  await alive(page);
  problems.length = 0;
  await page.getByRole('tab', { name: 'Tip' }).click();
  await expectProblem('dynamically imported module');
  await expect(page.getByRole('tabpanel', { name: 'Tip' })).toHaveText('');
  await page.getByRole('tab', { name: 'Credits' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Credits' })).not.toHaveText('');
});
