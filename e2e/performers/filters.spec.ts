import type { Page } from '@playwright/test';
import { expectAccessible, inDialog } from '../support/accessible.ts';
import { screenshot } from '../support/page.ts';
import { expect, test } from '../support/test.ts';

const cards = (page: Page) => page.locator('[data-cards] > li');
const numberIn = (text: string | null) => Number(text?.match(/\d+/)?.[0]);

test.beforeEach(async ({ context, baseURL }) => {
  await context.addCookies([{ name: 'age', value: '1', url: baseURL ?? '' }]);
});

test('P2.47 L2.8 the drawer counts results while choosing and shows them on the current list', async ({
  page,
}) => {
  await page.goto('/', { waitUntil: 'networkidle' });
  const opener = page.getByRole('link', { name: /^Filters/ });
  await opener.click();
  const drawer = page.getByRole('dialog', { name: 'Filters' });
  const show = drawer.getByRole('button', { name: /^Toon \d+ performers?$/ });
  const before = numberIn(await show.textContent());
  await expectAccessible(page, inDialog);
  await drawer.getByRole('checkbox', { name: '30–50' }).check();
  await expect.poll(async () => numberIn(await show.textContent())).toBeLessThan(before);
  await screenshot(page, 'filters');
  const expected = numberIn(await show.textContent());
  await show.click();
  await expect(drawer).toBeHidden();
  await expect(page).toHaveURL(/\?age=30-50$/);
  await expect(page.locator('[data-list-total]')).toHaveText(new RegExp(`^${expected} `));
  await expect(opener).toBeFocused();
  await expectAccessible(page, { within: 'li:has(> [data-swap])' });
  await screenshot(page, 'filtered');
  // The link to the other language leads to the same list.
  await expect(page.locator('a[hreflang]').first()).toHaveAttribute('href', /age=30-50/);

  await page.goBack();
  await expect(page).not.toHaveURL(/age=/);
  await expect(page.locator('li > [data-swap]')).toHaveCount(0);
  await page.goForward();
  await page.getByRole('link', { name: 'Verwijder filter Leeftijd 30–50' }).click();
  await expect(page.locator('li > [data-swap]')).toHaveCount(0);
  await expect(page).not.toHaveURL(/age=/);
});

test('P2.78 on a phone the drawer traps the focus and restores it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/', { waitUntil: 'networkidle' });
  const opener = page.getByRole('link', { name: 'Filters' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Filters' });
  await expect(drawer).toBeVisible();
  const inDrawer = () =>
    page.evaluate(
      () => document.activeElement?.closest('dialog') !== null || document.activeElement === document.body,
    );
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press('Tab');
    expect(await inDrawer()).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(opener).toBeFocused();
});

test('choices without results are visible but disabled', async ({ page }) => {
  await page.goto('/?filters=open');
  const empty = page.getByRole('checkbox', { disabled: true });
  await expect(empty.first()).toBeVisible();
  for (const count of await page.locator('.filter:has(:disabled) small').allTextContents())
    expect(count).toBe('0');
});

test('P4.51 an empty result is explained and leads to other lists', async ({ page }) => {
  await page.goto('/?status=offline&status=free&penisSize=1&breastSize=1&hairColor=bald');
  await expect(page.getByRole('heading', { name: 'Niemand gevonden' })).toBeVisible();
  await expectAccessible(page);
  await screenshot(page, 'filters-nobody');
  await page.locator('main').getByRole('link', { name: 'Alles wissen' }).last().click();
  await expect(cards(page)).toHaveCount(60);
});

test('P2.23 links to the site’s entry pages carry no filters', async ({ page }) => {
  await page.goto('/?age=18-24&language=nl');
  const bar = page.getByRole('navigation', { name: 'Performers', exact: true });
  const links = await bar.getByRole('link').all();
  expect(links.length).toBeGreaterThan(1);
  for (const link of links) expect(await link.getAttribute('href')).not.toMatch(/age=|language=/);
});

test('L3.26 L3.33 the drawer asks for the gender and offers only filters that apply to it', async ({
  page,
}) => {
  await page.goto('/?age=30-50', { waitUntil: 'networkidle' });
  await page.getByRole('link', { name: /^Filters/ }).click();
  const drawer = page.getByRole('dialog', { name: 'Filters' });
  const group = (name: string) => drawer.getByRole('group', { name });
  await expect(group('Wie').getByRole('radio', { name: 'Vrouwen' })).toBeChecked();
  await expect(group('Penis')).toHaveCount(0);
  await group('Wie').getByRole('radio', { name: 'Mannen' }).check();
  await expect(group('Penis')).toBeVisible();
  await expect(group('Borsten')).toHaveCount(0);
  await drawer.getByRole('button', { name: /^Toon/ }).click();
  await expect(page).toHaveURL(/\/men\?age=30-50$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Webcams met mannen');
  await expect(drawer).toBeHidden();
  await page.getByRole('link', { name: 'Alles wissen' }).click();
  await expect(page).toHaveURL(/\/men$/);
});
