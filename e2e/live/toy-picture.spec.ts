import type { Page } from '@playwright/test';
import { expect, test } from '../support/live/journey.ts';
import { toyOf } from '../support/live/studio.ts';
import { accountsOf } from '../support/members.ts';
import { screenshot } from '../support/page.ts';
import { creditsOf, enter, expectPictures, performersIn } from '../support/people.ts';

/** How green the decoded picture is where the demo's bridge lights the first segment of its meter. */
const greenness = (page: Page): Promise<number> =>
  page.locator('video').evaluate((video: HTMLVideoElement) => {
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d');
    const scale = video.videoWidth / 480;
    context?.drawImage(video, 182 * scale, 73 * scale, 6 * scale, 6 * scale, 0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = context?.getImageData(0, 0, 1, 1).data ?? [];
    return green - Math.max(red, blue);
  });
/** Greenness that only a lit segment exceeds; the scene behind it is far below. */
const LIT = 60;

test('a tip moves the toy: the picture shows it to everyone, and STOP ends it', {
  tag: '@embedded',
}, async ({ page, context, newPerson, baseURL }) => {
  const [performer = ''] = await performersIn(context, 'free');
  const toy = await toyOf({ performer, origin: baseURL ?? '' });
  await toy.set(false);
  const other = await newPerson();
  await enter(other, baseURL, accountsOf('toy').poor);
  const otherPage = await other.newPage();
  await otherPage.goto(`/en/stream/${performer}`);
  await expectPictures(otherPage);

  await enter(context, baseURL, accountsOf('toy').rich);
  const before = await creditsOf(context);
  await page.goto(`/stream/${performer}`);
  await expectPictures(page);
  expect(await greenness(page)).toBeLessThan(LIT);
  await toy.set(true);
  await page.getByRole('tab', { name: 'Fooi' }).click();
  await page.getByRole('button', { name: /Midden 30 s 500/ }).click();
  await page.getByRole('button', { name: 'Geef 500 credits' }).click();
  await expect(otherPage.getByTestId('toy-now')).toContainText('Toy: Medium, from rich-toy');
  for (const each of [page, otherPage]) await expect.poll(() => greenness(each)).toBeGreaterThan(LIT);
  await screenshot(otherPage, 'toy-plays');

  await toy.stop();
  await expect(otherPage.getByTestId('toy-now')).toBeHidden();
  await expect.poll(() => greenness(otherPage)).toBeLessThan(LIT);
  // STOP returns the credits of the unplayed part; toy.spec.ts checks the amount.
  const paid = before - (await creditsOf(context));
  expect(paid).toBeGreaterThan(0);
  expect(paid).toBeLessThan(500);
});
