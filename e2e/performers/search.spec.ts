import { pathOf } from '#contract/endpoint.ts';
import { addFavourite, removeFavourite } from '#contract/member/account/favourites-calls.ts';
import { listPerformers } from '#contract/performers/directory/directory-calls.ts';
import { expectAccessible } from '../support/accessible.ts';
import { accountsOf } from '../support/members.ts';
import { screenshot } from '../support/page.ts';
import { enter } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const accounts = accountsOf('search');

test('P2.75 P8.13 P8.27 P9.8 L8.18 finds a performer by the first letters with the keyboard alone', async ({
  page,
  context,
  baseURL,
}) => {
  const label = 'Zoek een performer';
  await enter(context, baseURL);
  await page.goto('/?p=77');
  const field = page.getByRole('search').getByLabel(label);
  await field.focus();
  const box = page.getByRole('combobox', { name: label });
  await expect(box).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.type('fe');
  await expect(page.getByRole('listbox')).toBeHidden();
  await page.keyboard.type('M');
  const options = page.getByRole('option');
  await expect(options.first()).toHaveText(/^fem/i);
  await expect(box).toHaveAttribute('aria-expanded', 'true');
  await expectAccessible(page, { within: 'header' });

  await page.keyboard.press('ArrowDown');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  const id = (await options.first().getAttribute('id')) ?? '';
  await expect(box).toHaveAttribute('aria-activedescendant', id);
  await screenshot(page, 'search');
  const height = await page.locator('[data-search-found]').evaluate((panel) => panel.clientHeight);
  expect(height).toBeLessThanOrEqual(350);

  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toBeHidden();
  await expect(box).toHaveValue('feM');

  await box.fill('zzzz');
  await expect(page.getByRole('search').getByText('Niemand gevonden')).toBeVisible();
  await box.fill('fem');
  await expect(options.first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/profile\/[Ff]em\w*\?p=77$/);
});

test('on a phone the search expands over the bar while in use', async ({ page, context, baseURL }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(context, baseURL);
  await page.goto('/');
  const field = page.getByRole('search').getByLabel('Zoek een performer');
  expect((await field.boundingBox())?.width).toBeLessThan(50);
  await field.click();
  await expect.poll(async () => (await field.boundingBox())?.width).toBeGreaterThan(300);
  await page.keyboard.type('fem');
  await expect(page.getByRole('option').first()).toBeVisible();
  await screenshot(page, 'search-phone');
});

test('P2.4 P2.23 P2.77 P5.32 P6.4 favourites are a separate page with a search in place', async ({
  page,
  context,
  baseURL,
  newPerson,
}) => {
  const guest = await (await newPerson()).newPage();
  await guest.goto('/en/favourites');
  await expect(guest).toHaveURL(/\/en$/);

  await enter(context, baseURL, accounts.rich);
  const headers = { 'api-key': 'vonk-web', origin: baseURL ?? '' };
  const { result } = listPerformers.output.parse(
    await (await context.request.get(`${pathOf(listPerformers)}?pagination[page]=1`, { headers })).json(),
  );
  const [first, second] = [result[3], result[17]];
  const kept = [first?.user, second?.user];
  for (const performerId of kept) {
    const answer = await context.request.post(pathOf(addFavourite), { headers, data: { performerId } });
    expect(answer.status()).toBe(200);
  }
  await page.goto('/?age=18-24');
  await page
    .getByRole('navigation', { name: 'Performers' })
    .getByRole('link', { name: 'Favorieten' })
    .click();
  await expect(page).toHaveURL(/\/favourites$/);
  const cards = page.locator('[data-cards] > li:visible');
  await expect(cards).toHaveCount(2);
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
  await expectAccessible(page);
  await screenshot(page, 'favourites');

  const field = page.getByRole('search').getByLabel('Zoek in favorieten');
  await field.fill(first?.username.slice(0, 4).toUpperCase() ?? '');
  await expect(cards).toHaveCount(1);
  await expect(cards.getByRole('link').first()).toHaveText(first?.username ?? '');
  // No favourite matches, so the list stays as it is.
  await field.fill('zzzz');
  await expect(cards).toHaveCount(2);
  await field.fill(second?.username ?? '');
  await field.press('Enter');
  await expect(page).toHaveURL(/favourites\?username=/);
  await expect(cards).toHaveCount(1);

  for (const performerId of kept) {
    await context.request.delete(pathOf(removeFavourite), { headers, data: { performerId } });
  }
  await page.goto('/favourites');
  await expect(page.getByRole('heading', { name: 'Nog geen favorieten' })).toBeVisible();
  await expectAccessible(page);
});
