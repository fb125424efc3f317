import { FAVOURITE_LOCK_MS } from '#contract/member/account/favourites-calls.ts';
import { expectAccessible, expectFits } from '../support/accessible.ts';
import { accountsOf } from '../support/members.ts';
import { enter } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const accounts = accountsOf('favourites');

const NAME = 'Elena';
const NAMED = { nl: `Bewaar ${NAME} als favoriet`, en: `Keep ${NAME} as a favourite` } as const;

test('P4.7 P4.38 L3.5 a member adds a favourite, sees it everywhere at once, and removes it', async ({
  context,
  page,
  baseURL,
}) => {
  await enter(context, baseURL, accounts.rich);
  await page.clock.install();
  await page.goto(`/profile/${NAME}`);
  const other = await context.newPage();
  await other.goto(`/en/profile/${NAME}`);
  const heart = page.getByRole('button', { name: NAMED.nl });
  const elsewhere = other.getByRole('button', { name: NAMED.en });
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
  await other.waitForLoadState('networkidle');

  await heart.click();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await expect(heart).toBeDisabled();
  await expect(page.getByText(`${NAME} staat bij je favorieten.`)).toBeVisible();
  await expectAccessible(page);
  await expect(elsewhere).toHaveAttribute('aria-pressed', 'true');
  const flag = (await context.cookies()).find(({ name }) => name === 'favourites');
  expect(flag?.expires).toBeGreaterThan(Date.now() / 1000 + 364 * 24 * 3600);
  await page.clock.fastForward(FAVOURITE_LOCK_MS);
  await expect(heart).toBeEnabled();
  await expect(page.getByText(`${NAME} staat bij je favorieten.`)).toBeHidden();

  // German has the longest text of the button below a card.
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/de/favourites');
  await expect(page.locator('.btn[data-message]')).toHaveCount(1);
  await expectFits(page);

  await page.goto(`/profile/${NAME}`);
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await heart.click();
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
  await expect(elsewhere).toHaveAttribute('aria-pressed', 'false');
  await page.reload();
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
});

test('a member is asked after the heart, chooses mail by keyboard, and finds the choice in the settings', async ({
  context,
  page,
  baseURL,
}) => {
  await enter(context, baseURL, accounts.two);
  await page.goto(`/en/profile/${NAME}`);
  const heart = page.getByRole('button', { name: NAMED.en });
  await heart.focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('region', { name: `Do you want to know when ${NAME} is live?` });
  await expect(question).toBeVisible();
  await expect(heart).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await expect(question.getByRole('button', { name: 'Mail me' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(`You get a mail when ${NAME} is live.`)).toBeVisible();
  await expect(question).toBeHidden();
  await expect(heart).toBeFocused();
  await page.goto('/en/settings');
  await expect(page.getByRole('checkbox', { name: `Mail when ${NAME} is live` })).toBeChecked();
});

test('P8.15 a refusal is shown and can be closed by keyboard, and the heart is reset', async ({
  context,
  page,
  baseURL,
  allowConsole,
}) => {
  allowConsole(/Favourite could not be changed|status of 503/);
  await enter(context, baseURL, accounts.rich);
  await page.clock.install();
  await page.goto(`/profile/${NAME}`);
  await page.route('**/api/member/favourite', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 503, json: { label: 'UNAVAILABLE' } })
      : route.continue(),
  );
  const heart = page.getByRole('button', { name: NAMED.nl });
  await heart.click();
  await expect(page.getByText('Dat lukte niet.')).toBeVisible();
  await expect(heart).toHaveAttribute('aria-pressed', 'false');

  await page.keyboard.press('F6');
  await expect(page.getByRole('region', { name: 'Meldingen' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('dialog', { name: 'Dat lukte niet.' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Dat lukte niet.')).toBeHidden();
  await expect(heart).toBeFocused();
  await page.clock.fastForward(FAVOURITE_LOCK_MS);
  await expect(heart).toBeEnabled();
});
