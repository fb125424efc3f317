import { accountsOf } from '../support/members.ts';
import { enter, performersIn } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

test.use({
  launchOptions: [
    async ({ launchOptions }, use) =>
      // Playwright disables the back/forward cache.
      use({ ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
    { scope: 'worker' },
  ],
});

const { rich } = accountsOf('logout');
const secret = 'Nobody else may read this';

test('P4.10 after a logout, Back shows nothing of the member, in any tab', async ({
  page,
  context,
  baseURL,
}) => {
  await enter(context, baseURL, rich);
  const [performer = ''] = await performersIn(context, 'offline');
  const second = await context.newPage();
  for (const tab of [page, second]) {
    await tab.goto('/en/settings');
    await expect(tab.getByText(rich).first()).toBeVisible();
    await tab.goto(`/en/messenger/${performer}`);
  }
  const field = page.getByRole('textbox', { name: 'Write a message' });
  await field.fill(secret);
  await field.press('Enter');
  for (const tab of [page, second]) await expect(tab.getByText(secret).first()).toBeVisible();
  await second.goto('/en/toy');
  await expect(second.getByRole('banner')).toContainText('credits');

  await page.getByRole('button', { name: 'My account' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  for (const tab of [page, second]) {
    const login = tab.getByRole('banner').getByRole('link', { name: 'Log in' });
    await expect(login).toBeVisible();
    for (const step of ['the page before', 'the one before it']) {
      await tab.goBack({ waitUntil: 'commit' });
      const shown = await tab.locator('html').textContent();
      for (const own of [secret, rich, 'rich-logout']) expect(shown, step).not.toContain(own);
      expect(shown, step).not.toMatch(/\d,\d{3} credits/);
      await expect(login).toBeVisible();
      await expect(tab.locator('body')).not.toContainText(secret);
    }
  }
});
