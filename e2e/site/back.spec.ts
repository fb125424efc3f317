import type { Page } from '@playwright/test';
import { accountsOf } from '../support/members.ts';
import { enter, performersIn } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

test.use({ viewport: { width: 390, height: 844 } });

const shown = 'dialog:modal, [role=dialog], :popover-open';

/** Opens each and goes back, which closes it and stays on the page. */
async function expectBackCloses(page: Page, openers: Readonly<Record<string, () => Promise<void>>>) {
  const url = page.url();
  for (const [name, open] of Object.entries(openers)) {
    await test.step(name, async () => {
      await open();
      await expect(page.locator(shown).first()).toBeVisible();
      await expect.poll(() => page.evaluate(() => history.state?.overlays)).toBe(1);
      await page.goBack();
      await expect(page.locator(shown)).toHaveCount(0);
      expect(page.url()).toBe(url);
    });
  }
}

const press =
  (page: Page, name: string | RegExp, role: 'button' | 'link' = 'button') =>
  () =>
    page.getByRole(role, { name }).filter({ visible: true }).first().click();

test('Back closes what a guest has opened, and leads from a page opened in the menu to the page before', async ({
  page,
  context,
  baseURL,
}) => {
  await enter(context, baseURL);
  await page.goto('/free');
  await page.goto('/', { waitUntil: 'networkidle' });
  await expectBackCloses(page, {
    menu: press(page, 'Menu'),
    filters: press(page, /^Filters/, 'link'),
    'log in': press(page, 'Inloggen', 'link'),
  });

  await press(page, 'Menu')();
  const elsewhere = page.locator('#menu li a:not([data-modal], [aria-current], [hreflang])').first();
  const path = (await elsewhere.getAttribute('href')) ?? '';
  await elsewhere.click();
  await page.waitForURL((url) => url.pathname === path);
  await page.goBack();
  await page.waitForURL((url) => url.pathname === '/');

  const [performer = ''] = await performersIn(context, 'offline');
  await page.goto(`/profile/${performer}`, { waitUntil: 'networkidle' });
  await expectBackCloses(page, {
    pictures: () => page.locator('[data-gallery-item]').first().click(),
    report: () => page.locator('[data-modal=Report]').first().click(),
  });
  await page.goBack();
  await page.waitForURL((url) => url.pathname === '/');
});

test('Back closes what a member has opened', async ({ page, context, baseURL }) => {
  await enter(context, baseURL, accountsOf('header').rich);
  await page.goto('/', { waitUntil: 'networkidle' });
  await expectBackCloses(page, {
    menu: press(page, 'Mijn account'),
    // The menu closes as the wallet opens.
    wallet: async () => {
      await press(page, 'Mijn account')();
      await page.locator('#member-menu [data-drawer=wallet]').click();
    },
  });
});
