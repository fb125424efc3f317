import type { Page } from '@playwright/test';
import { affiliateOf } from '#contract/tracking/affiliate.ts';
import { expect, test } from './support/test.ts';

const CARRIED = 'p=77&pi=spring-sale&Click_id=a_b&offer_id=7';
const expected = affiliateOf(new URLSearchParams(CARRIED));

/** Addresses of this site the page links to, without those of its own parts (`#content`). */
const internalLinks = (page: Page): Promise<string[]> =>
  // The same page in another language keeps its whole query.
  page.locator('a[href]:not([hreflang])').evaluateAll((links) =>
    links
      .filter((link) => !link.getAttribute('href')?.startsWith('#'))
      .map((link) => new URL((link as HTMLAnchorElement).href))
      .filter((url) => url.origin === location.origin && !/^\/(images|videos)\//.test(url.pathname))
      .map((url) => url.pathname + url.search),
  );

test('each link carries on who sent the visitor', async ({ newPerson, baseURL }) => {
  const person = await newPerson({ javaScriptEnabled: false });
  await person.addCookies([{ name: 'age', value: '1', url: baseURL ?? '' }]);
  const page = await person.newPage();
  const visit = async (path: string) => {
    await page.goto(`${path}${path.includes('?') ? '&' : '?'}${CARRIED}`);
    const links = await internalLinks(page);
    expect(links.length, path).toBeGreaterThan(3);
    for (const link of links) {
      const { searchParams } = new URL(link, baseURL);
      expect.soft(affiliateOf(searchParams), `${link} on ${path}`).toEqual(expected);
    }
    return links;
  };
  const onHome = await visit('/');
  const profile = onHome.find((link) => link.includes('/profile/')) ?? '';
  await visit(new URL(profile, baseURL).pathname);
  for (const path of ['/free', '/new-cams', '/privacy', '/forbidden']) await visit(path);
});

for (const prefix of ['', '/en']) {
  test(`the error page below ${prefix}/ leads home with it`, async ({ page, allowConsole }) => {
    allowConsole(/status of 404/);
    await page.goto(`${prefix}/nobody-knows-this?${CARRIED}`);
    await expect(page.locator('main a').first()).toHaveAttribute('href', `${prefix || '/'}?${CARRIED}`);
  });
}

test('a code that breaks its rule is not carried on', async ({ page }) => {
  await page.goto('/?p=77%3Cscript%3E&pi=a_b&splash6=true');
  for (const link of await internalLinks(page)) {
    const { searchParams } = new URL(link, 'http://site');
    expect.soft(affiliateOf(searchParams), link).toEqual({ splash6: 'true' });
  }
});

test('the footer tells the sister sites who sent the visitor, and this brand where nobody did', async ({
  page,
}) => {
  const sisters = page.locator('footer a[href*="source=footer"]');
  await page.goto('/privacy');
  await expect(sisters).toHaveCount(2);
  for (const link of await sisters.all())
    await expect(link).toHaveAttribute('href', /[?&]p=61&source=footer$/);
  await page.goto(`/en/privacy?${CARRIED}`);
  for (const link of await sisters.all()) {
    const { searchParams } = new URL((await link.getAttribute('href')) ?? '');
    expect(affiliateOf(searchParams)).toEqual(expected);
  }
});

for (const { query, meta } of [
  { query: `?${CARRIED}`, meta: expected },
  { query: '', meta: { p: '61' } },
]) {
  test(`an account made at "/${query}" is remembered as ${JSON.stringify(meta)}`, async ({ page }) => {
    await page.goto(`/en${query}`);
    await page.locator('#age-gate button').first().click();
    await page
      .getByRole('banner')
      .getByRole('link', { name: /sign up/i })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-mail address').fill(`sent-${Date.now()}@example.com`);
    await dialog.getByLabel('Password', { exact: true }).fill('Plein-1617');
    await dialog.getByRole('checkbox').check();
    const sent = page.waitForRequest(
      (asked) => asked.method() === 'POST' && asked.url().endsWith('/member/member'),
    );
    await dialog.getByRole('button', { name: /sign up|create|register/i }).click();
    expect((await sent).postDataJSON().meta).toEqual(meta);
    await expect(page.getByRole('dialog', { name: /mail/i })).toBeVisible();
  });
}
