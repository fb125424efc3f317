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
