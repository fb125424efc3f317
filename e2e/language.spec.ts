import { backgroundOf } from './support/page-ready.ts';
import { enter } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('P1.12 P4.21 the chosen language is remembered for URLs without a language', async ({
  page,
  context,
  baseURL,
  allowConsole,
}) => {
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
});
