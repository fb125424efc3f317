import { backgroundOf } from '../support/page.ts';
import { enter } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

test('P1.12 P4.21 the chosen language is remembered for URLs without a language, and pages work without script', {
  tag: '@main',
}, async ({ page, context, newPerson, baseURL, allowConsole }) => {
  await enter(context, baseURL);
  const kept = async () => (await context.cookies()).find(({ name }) => name === 'language')?.value;
  const begun = backgroundOf(page);
  await page.goto('/free');
  await begun;
  expect(await kept()).toBeUndefined();
  const languages = page.getByRole('navigation', { name: 'Taal' });
  await languages.getByRole('button', { name: 'Taal: Nederlands' }).click();
  await languages.getByRole('link', { name: 'English' }).click();
  await expect(page).toHaveURL('/en/free');
  expect(await kept()).toBe('en');

  allowConsole(/status of 404/);
  await page.goto('/no-such-page');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  // A URL with a page has that URL's language.
  await page.goto('/free');
  await expect(page.locator('html')).toHaveAttribute('lang', 'nl-NL');

  const plain = await newPerson({ javaScriptEnabled: false });
  await enter(plain, baseURL);
  const list = await plain.newPage();
  await list.goto('/en');
  await list.getByRole('link', { name: 'Filters' }).click();
  await expect(list).toHaveURL(/filters=open/);
  await list.goto('/en');
  const card = list.locator('main a[href^="/en/profile/"]').first();
  const path = (await card.getAttribute('href')) ?? '';
  await card.click();
  await expect(list).toHaveURL(path);
  await expect(list.getByRole('heading', { level: 1 })).toHaveText(path.split('/').at(-1) ?? '');
  await list.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
  await list.getByLabel('E-mail').fill('demo@example.com');
  await list.getByLabel('Password', { exact: true }).fill('Demo1234');
  await list.locator('main form button[type=submit]').click();
  await expect(list.getByRole('banner')).toContainText('credits');
});
