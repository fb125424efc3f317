import { expectAccessible } from '../support/accessible.ts';
import { accountsOf } from '../support/members.ts';
import { screenshot } from '../support/page.ts';
import { creditsOf, enter, expectPictures } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const accounts = accountsOf('tip');

test('L2.2 L4.37 L6.2 L9.2 a tip moves credits, and everyone in the room sees it', async ({
  page,
  context,
  newPerson,
  goLive,
  baseURL,
}) => {
  const { name: performer } = await goLive('free');

  // A guest watches in a separate browser.
  const guest = await newPerson();
  await enter(guest, baseURL);
  const guestPage = await guest.newPage();
  await guestPage.goto(`/stream/${performer}`);
  await expectPictures(guestPage);

  // A member watches too and gives a kiss with a public message.
  await enter(context, baseURL, accounts.rich);
  const before = await creditsOf(context);
  await page.goto(`/stream/${performer}`);
  await expectPictures(page);
  await page.getByRole('tab', { name: 'Fooi' }).click();
  await page.getByRole('button', { name: /Kus 250/ }).click();
  await page.getByLabel('Bericht erbij').fill('Voor jou!');
  await page.getByLabel('Iedereen in de chat mag mijn bericht lezen').check();
  await page.getByRole('button', { name: 'Geef 250 credits' }).click();

  await expect(page.getByText('Je fooi van 250 credits is aangekomen.')).toBeVisible();
  await expect(page.getByTestId('balance')).toContainText((before - 250).toLocaleString('nl'));
  expect(await creditsOf(context)).toBe(before - 250);
  const seen = guestPage.getByRole('log').locator('[data-kind=tip]').last();
  await expect(seen).toContainText('rich-tip geeft 250 credits');
  await expect(seen).toContainText('Voor jou!');
});

test('P2.99 P8.27 L5.1 L8.18 L9.2 a tip above the balance is not sent', async ({
  page,
  context,
  goLive,
  baseURL,
}) => {
  const { name: performer } = await goLive('free');
  await enter(context, baseURL, accounts.poor);
  await page.goto(`/stream/${performer}`);
  await expectPictures(page);
  await page.getByRole('tab', { name: 'Fooi' }).click();
  await page.getByRole('button', { name: 'Geef 100 credits' }).click();

  await expect(page.getByRole('dialog')).toContainText('100 credits');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Credits kopen' })).toBeVisible();
  expect(await creditsOf(context)).toBe(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });

  test('L8.18 an invalid amount shows a visible error, and a large tip needs confirmation', async ({
    page,
    context,
    goLive,
    baseURL,
  }) => {
    const { name: performer } = await goLive('free');
    await enter(context, baseURL, accounts.rich);
    const before = await creditsOf(context);
    await page.goto(`/stream/${performer}`);
    await expectPictures(page);
    await page.getByRole('tab', { name: 'Fooi' }).click();
    const amount = page.getByLabel('Of een eigen bedrag');
    await amount.fill('100.5');
    await page.getByRole('button', { name: 'Geef een fooi' }).click();
    const error = page.getByText('Vul een heel aantal credits in, van 100 tot 100.000.');
    await expect(amount).toBeFocused();
    await expect.poll(() => error.evaluate(isOnTop)).toBe(true);
    await expectAccessible(page);
    await screenshot(page, 'tip-refused');

    await amount.fill('1.500');
    await amount.press('Enter');
    await expect(page.getByRole('alertdialog')).toContainText('Wil je');
    await expect(page.getByRole('alertdialog')).toContainText((before - 1500).toLocaleString('nl'));
    await expectAccessible(page);
    await screenshot(page, 'tip-asked');
    await page.keyboard.press('Escape');
    await expect(amount).toBeFocused();
    expect(await creditsOf(context)).toBe(before);
    await amount.press('Enter');
    await page.getByRole('button', { name: 'Ja, geef 1.500 credits' }).click();
    await expect(page.getByText('Je fooi van 1.500 credits is aangekomen.')).toBeVisible();
    // The notice does not cover the button for the next tip.
    expect(await page.getByRole('button', { name: /^Geef/ }).evaluate(isOnTop)).toBe(true);
    expect(await creditsOf(context)).toBe(before - 1500);
  });
});

/** Whether nothing covers the element's centre. */
const isOnTop = (element: Element): boolean => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
};
