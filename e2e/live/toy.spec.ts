import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { toyOf } from '../support/live/studio.ts';
import { accountsOf } from '../support/members.ts';
import { creditsOf, enter, expectPictures, lastReceiptOf, performersIn } from '../support/people.ts';
import { screenshot } from '../support/screenshot.ts';
import { expect, test } from '../support/test.ts';

const accounts = accountsOf('toy');

/** How green it is where the demo's bridge lights the first segment of its meter, in the picture as it was decoded. */
const greenness = (page: Page): Promise<number> =>
  page.locator('video').evaluate((video: HTMLVideoElement) => {
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d');
    const scale = video.videoWidth / 480;
    context?.drawImage(video, 182 * scale, 73 * scale, 6 * scale, 6 * scale, 0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = context?.getImageData(0, 0, 1, 1).data ?? [];
    return green - Math.max(red, blue);
  });
/** Of a lit segment; the scene behind it is far below. */
const LIT = 60;

test('a tip moves the toy: the room reads it, the picture shows it, and STOP ends it', async ({
  page,
  context,
  newPerson,
  baseURL,
}) => {
  const [performer = ''] = await performersIn(context, 'free');
  const toy = await toyOf({ performer, origin: baseURL ?? '' });
  await toy.set(false);

  // A guest watches in a browser of their own.
  const guest = await newPerson();
  await enter(guest, baseURL);
  const guestPage = await guest.newPage();
  await guestPage.goto(`/en/stream/${performer}`);
  await expectPictures(guestPage);

  await enter(context, baseURL, accounts.rich);
  const before = await creditsOf(context);
  await page.goto(`/stream/${performer}`);
  await expectPictures(page);
  expect(await greenness(page)).toBeLessThan(LIT);

  await toy.set(true);
  await expect(page.getByText(`De toy van ${performer} staat aan`)).toBeVisible();
  await expect(guestPage.getByText(`${performer}'s toy is on`)).toBeVisible();

  await page.getByRole('tab', { name: 'Fooi' }).click();
  await page.getByRole('button', { name: /Midden 30 s 500/ }).click();
  await expectAccessible(page);
  await screenshot(page, 'toy-levels');
  await page.getByRole('button', { name: 'Geef 500 credits' }).click();
  await expect(page.getByTestId('toy-now')).toContainText('Toy: Midden, van rich-toy');
  await expect(guestPage.getByTestId('toy-now')).toContainText('Toy: Medium, from rich-toy');
  const line = guestPage.getByRole('log').locator('[data-kind=tip-cybertoy]').last();
  await expect(line).toContainText('rich-toy tips 500 credits');
  await expect(line).toContainText('Toy: Medium');
  for (const each of [page, guestPage]) await expect.poll(() => greenness(each)).toBeGreaterThan(LIT);
  await screenshot(guestPage, 'toy-plays');
  await expectAccessible(guestPage);

  await toy.stop();
  await expect(guestPage.getByTestId('toy-now')).toBeHidden();
  await expect(guestPage.getByText(`${performer}'s toy is off`)).toBeVisible();
  await expect.poll(() => greenness(guestPage)).toBeLessThan(LIT);
  // Bought is bought; the receipt says what was played.
  expect(await creditsOf(context)).toBe(before - 500);
  await page.getByRole('button', { name: 'Stop', exact: true }).first().click();
  await expect.poll(async () => (await lastReceiptOf(context))?.toy?.bought).toBe(30);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });

  test('the levels and what plays have room', async ({ page, context, baseURL }) => {
    const [performer = ''] = await performersIn(context, 'free');
    const toy = await toyOf({ performer, origin: baseURL ?? '' });
    await enter(context, baseURL, accounts.rich);
    await page.goto(`/en/stream/${performer}`);
    await expectPictures(page);
    await toy.set(true);
    await page.getByRole('tab', { name: 'Tip' }).click();
    await page.getByRole('button', { name: /Normal 15 s 250/ }).click();
    await page.getByRole('button', { name: 'Give 250 credits' }).click();
    await page.getByRole('tab', { name: 'Chat' }).click();
    await expect(page.getByTestId('toy-now')).toBeInViewport();
    await expectAccessible(page);
    await screenshot(page, 'toy-plays');
    await toy.stop();
    await expect(page.getByTestId('toy-now')).toBeHidden();
  });
});
