import { expectAccessible } from './support/accessible.ts';
import { screenshot } from './support/screenshot.ts';
import { expect, test } from './support/test.ts';
import { expectValidHtml } from './support/valid-html.ts';

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
    await expectValidHtml(page);
    const away = await page.goto(`${prefix}/503`);
    expect(away?.status()).toBe(503);
    expect(away?.headers()['retry-after']).toBe('10');
  });
}

/** Both route tables of the specification: what a guest is answered at each row. */
const table: readonly (readonly [path: string, status: number, target?: string])[] = [
  ['/', 200],
  ['/favourites', 302, '/'],
  ['/free', 200],
  ['/toy', 200],
  ['/new-cams', 200],
  ['/cookies', 200],
  ['/privacy', 200],
  ['/terms-conditions', 200],
  ['/forbidden', 200],
  ['/messenger', 302, '/'],
  ['/messenger/new-conversation?modelId=7&model=Noor', 302, '/'],
  ['/messenger/Noor', 302, '/'],
  ['/settings', 302, '/'],
  ['/profile/{name}', 200],
  ['/profile', 404],
  ['/profile/undefined', 404],
  ['/stream/{name}', 200],
  ['/stream', 404],
  ['/404', 404],
  ['/{category}', 200],
  ['/no-such-category', 404],
];

test('every row of the route tables answers without prefix, under /nl and under /en', async ({ request }) => {
  const home = await (await request.get('/')).text();
  const name = home.match(/\/profile\/([^"?]+)/)?.[1] ?? '';
  const categories = (await (
    await request.get('/api/engine/featured/categories', { headers: { 'api-key': 'vonk-web' } })
  ).json()) as { result: { slug: string }[] };
  const category = categories.result[0]?.slug ?? '';
  const at = (prefix: string, path: string) => (path === '/' ? prefix || '/' : prefix + path);
  for (const prefix of ['', '/nl', '/en']) {
    for (const [row, status, target] of table) {
      const path = at(prefix, row.replace('{name}', name).replace('{category}', category));
      for (const method of ['GET', 'HEAD']) {
        const answer = await request.fetch(path, { method, maxRedirects: 0 });
        expect.soft(answer.status(), `${method} ${path}`).toBe(status);
        const canonical = prefix === '/nl' ? '' : prefix;
        expect
          .soft(answer.headers()['location'], `${method} ${path}`)
          .toBe(target === undefined ? undefined : at(canonical, target));
      }
    }
  }
});
