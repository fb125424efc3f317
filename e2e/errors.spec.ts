import { expectAccessible } from './support/accessible.ts';
import { screenshot } from './support/screenshot.ts';
import { expect, test } from './support/test.ts';

const sites = [
  {
    prefix: '',
    notFound: ['Pagina niet gevonden', 'Deze pagina kon niet worden gevonden.'],
    wrong: 'Er ging iets mis',
    home: 'Naar de homepage',
  },
  {
    prefix: '/en',
    notFound: ['Page not found', 'This page could not be found.'],
    wrong: 'Something went wrong',
    home: 'Go to the home page',
  },
] as const;

for (const { prefix, notFound, wrong, home } of sites) {
  test(`an unknown page below ${prefix}/ is a 404 in its own words, and leads home`, async ({
    page,
    allowConsole,
  }) => {
    allowConsole(/status of 404/);
    for (const path of [
      '/nobody-knows-this',
      '/nobody/knows/this',
      '/404',
      `/profile/${'x'.repeat(65)}`,
      '/%E0%A4%A',
    ]) {
      const answer = await page.goto(`${prefix}${path}?p=77`);
      expect(answer?.status(), path).toBe(404);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(notFound[0]);
      await expect(page.locator('main')).toContainText(notFound[1]);
      await expect(page.locator('main')).toContainText('404');
      await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
      await expect(page.locator('main a', { hasText: home })).toHaveAttribute(
        'href',
        `${prefix || '/'}?p=77`,
      );
    }
    await page.locator('#age-gate button').first().click();
    await screenshot(page, `not-found${prefix.replace('/', '-')}`);
  });

  test(`any other failure below ${prefix}/ is told in general words, with its status`, async ({
    page,
    allowConsole,
  }) => {
    allowConsole(/status of 50[03]/);
    const answer = await page.goto(`${prefix}/500`);
    expect(answer?.status()).toBe(500);
    await page.locator('#age-gate button').first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(wrong);
    await expect(page.locator('main')).toContainText('500');
    await expectAccessible(page);
    const away = await page.goto(`${prefix}/503`);
    expect(away?.status()).toBe(503);
    expect(away?.headers()['retry-after']).toBe('10');
  });
}

test('a part that does not come is logged, and the page without it can be used', async ({
  page,
  context,
  baseURL,
  problems,
  allowConsole,
}) => {
  allowConsole(/net::ERR_FAILED|dynamically imported module|could not be loaded|^uncaught: $/);
  await context.addCookies([{ name: 'age', value: '1', url: baseURL ?? '' }]);
  // Reloaded for it a moment ago (e2e/offline.spec.ts): now it has to do without.
  await page.addInitScript(() => sessionStorage.setItem('chunk_reload', String(Date.now())));
  const told = (text: string) => expect.poll(() => problems.join('\n')).toContain(text);
  const login = page.getByRole('banner').getByRole('link', { name: 'Log in' });
  const dialog = page.getByRole('dialog', { name: 'Log in' });

  await page.route(/\/_astro\/en\./, (route) => route.abort());
  await page.goto('/en');
  await login.click();
  await told('the texts could not be loaded en');
  await expect(dialog).toBeHidden();
  await expect(login).toBeFocused();
  await page.unroute(/\/_astro\/en\./);
  await login.click();
  await expect(dialog).toBeVisible();

  await page.route(/\/_astro\/Login\./, (route) => route.abort());
  await page.goto('/en');
  await login.click();
  await told('a part of the page could not be loaded');
  await expect(dialog).toBeHidden();
  await expect(login).toBeFocused();
  await page.getByRole('banner').getByRole('link', { name: 'Sign up' }).click();
  await expect(page.getByRole('dialog', { name: 'Sign up' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.unroute(/\/_astro\/Login\./);

  await page.route(/\/_astro\/TipTab\./, (route) => route.abort());
  await page.goto('/en/stream/Sofie');
  await expect(page.getByRole('tab', { name: 'Tip' })).toBeEnabled();
  problems.length = 0;
  await page.getByRole('tab', { name: 'Tip' }).click();
  await told('dynamically imported module');
  await expect(page.getByRole('tabpanel', { name: 'Tip' })).toHaveText('');
  await page.getByRole('tab', { name: 'Credits' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Credits' })).not.toHaveText('');
});
