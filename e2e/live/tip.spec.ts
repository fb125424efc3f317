import { accountsOf } from '../support/members.ts';
import { creditsOf, enter, expectPictures, performersIn } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const accounts = accountsOf('tip');

test('a tip moves credits, and everyone in the room sees it', async ({
  page,
  context,
  newPerson,
  baseURL,
}) => {
  const [performer = ''] = await performersIn(context, 'free');

  // A guest watches in a browser of their own.
  const guest = await newPerson();
  await enter(guest, baseURL);
  const guestPage = await guest.newPage();
  await guestPage.goto(`/stream/${performer}`);
  await expectPictures(guestPage);

  // A member watches too, and gives a kiss with words for everyone.
  await enter(context, baseURL, accounts.rich);
  const before = await creditsOf(context);
  await page.goto(`/stream/${performer}`);
  await expectPictures(page);
  await page.getByRole('tab', { name: 'Fooi' }).click();
  await page.getByRole('button', { name: /Kus 250/ }).click();
  await page.getByLabel('Bericht erbij').fill('Voor jou!');
  await page.getByLabel('Iedereen mag mijn bericht lezen').check();
  await page.getByRole('button', { name: 'Geef 250 credits' }).click();

  await expect(page.getByText('Je fooi van 250 credits is aangekomen.')).toBeVisible();
  await expect(page.getByTestId('balance')).toContainText((before - 250).toLocaleString('nl'));
  expect(await creditsOf(context)).toBe(before - 250);
  const seen = guestPage.getByRole('log').locator('[data-kind=tip]').last();
  await expect(seen).toContainText('rich-tip geeft 250 credits');
  await expect(seen).toContainText('Voor jou!');
});

test('a tip that the wallet does not hold is not sent', async ({ page, context, baseURL }) => {
  const [performer = ''] = await performersIn(context, 'free');
  await enter(context, baseURL, accounts.poor);
  await page.goto(`/stream/${performer}`);
  await expectPictures(page);
  await page.getByRole('tab', { name: 'Fooi' }).click();
  await page.getByRole('button', { name: 'Geef 100 credits' }).click();

  await expect(page.getByRole('dialog')).toContainText('100 credits');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Credits kopen' })).toBeVisible();
  expect(await creditsOf(context)).toBe(0);
});
