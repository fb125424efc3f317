import { stopToy } from '#contract/studio/toy-calls.ts';
import { expectAccessible } from '../support/accessible.ts';
import { accountsOf } from '../support/members.ts';
import { screenshot } from '../support/page.ts';
import { creditsOf, enter, expectPictures, lastReceiptOf } from '../support/people.ts';
import { playToy } from '../support/stage/stage.ts';
import { expect, test } from '../support/test.ts';

const accounts = accountsOf('toy');

test('L4.40 L4.54 a tip moves the toy, the room sees it, and STOP ends it', { tag: '@main' }, async ({
  page,
  context,
  newPerson,
  goLive,
  baseURL,
}) => {
  const performer = await goLive('free');

  // A guest watches in a separate browser.
  const guest = await newPerson();
  await enter(guest, baseURL);
  const guestPage = await guest.newPage();
  await guestPage.goto(`/en/stream/${performer.name}`);
  await expectPictures(guestPage);

  await enter(context, baseURL, accounts.rich);
  const before = await creditsOf(context);
  await page.goto(`/stream/${performer.name}`);
  await expectPictures(page);

  const bridge = await playToy(performer);
  await expect(page.getByText(`De toy van ${performer.name} staat aan`)).toBeVisible();
  await expect(guestPage.getByText(`${performer.name}'s toy is on`)).toBeVisible();

  await page.getByRole('tab', { name: 'Fooi' }).click();
  // The longest run, which still plays when a slow machine stops it.
  await page.getByRole('button', { name: /Extreem 180 s 2\.500/ }).click();
  await expectAccessible(page);
  await screenshot(page, 'toy-levels');
  await page.getByRole('button', { name: 'Geef 2.500 credits' }).click();
  await page.getByRole('button', { name: 'Ja, geef 2.500 credits' }).click();
  await expect(page.getByTestId('toy-now')).toContainText('Toy: Extreem, van rich-toy');
  await expect(guestPage.getByTestId('toy-now')).toContainText('Toy: Extreme, from rich-toy');
  const line = guestPage.getByRole('log').locator('[data-kind=tip-cybertoy]').last();
  await expect(line).toContainText('rich-toy tips 2,500 credits');
  await expect(line).toContainText('Toy: Extreme');
  await screenshot(guestPage, 'toy-plays');
  await expectAccessible(guestPage);

  await performer.call(stopToy, {});
  await expect(guestPage.getByTestId('toy-now')).toBeHidden();
  await expect(guestPage.getByText(`${performer.name}'s toy is off`)).toBeVisible();
  bridge.leave();
  await page.getByRole('tab', { name: 'Chat' }).click();
  await expect(page.getByText('Je fooi is niet helemaal afgespeeld')).toBeVisible();
  await page.getByRole('button', { name: 'Stop', exact: true }).first().click();
  await expect.poll(async () => (await lastReceiptOf(context))?.toy?.bought).toBe(180);
  const { returned = 0 } = (await lastReceiptOf(context)) ?? {};
  expect(returned).toBeGreaterThan(0);
  expect(await creditsOf(context)).toBe(before - 2500 + returned);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });

  test('levels and the running tip fit the screen', async ({ page, context, goLive, baseURL }) => {
    const performer = await goLive('free');
    // Another member, because a member must wait between two tips for a toy.
    await enter(context, baseURL, accountsOf('toy-phone').rich);
    await page.goto(`/en/stream/${performer.name}`);
    await expectPictures(page);
    const bridge = await playToy(performer);
    await page.getByRole('tab', { name: 'Tip' }).click();
    await page.getByRole('button', { name: /Normal 15 s 250/ }).click();
    await page.getByRole('button', { name: 'Give 250 credits' }).click();
    await page.getByRole('tab', { name: 'Chat' }).click();
    await expect(page.getByTestId('toy-now')).toBeInViewport();
    await expectAccessible(page);
    await screenshot(page, 'toy-plays');
    await performer.call(stopToy, {});
    await expect(page.getByTestId('toy-now')).toBeHidden();
    bridge.leave();
  });
});
