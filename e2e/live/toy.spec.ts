import type { Page } from '@playwright/test';
import { toyOf } from '../support/live/studio.ts';
import { accountsOf } from '../support/members.ts';
import { enter, expectPictures, performersIn } from '../support/people.ts';
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

test('a tip moves the toy in the picture, and STOP ends it there', async ({ page, context, baseURL }) => {
  const [performer = ''] = await performersIn(context, 'free');
  const toy = await toyOf({ performer, origin: baseURL ?? '' });
  await toy.set(false);
  await enter(context, baseURL, accounts.rich);
  await page.goto(`/stream/${performer}`);
  await expectPictures(page);
  expect(await greenness(page)).toBeLessThan(LIT);

  await toy.set(true);
  await page.getByRole('tab', { name: 'Fooi' }).click();
  await page.getByRole('button', { name: /Midden 30 s 500/ }).click();
  await page.getByRole('button', { name: 'Geef 500 credits' }).click();
  await expect(page.getByTestId('toy-now')).toContainText('Toy: Midden, van rich-toy');
  await expect.poll(() => greenness(page)).toBeGreaterThan(LIT);

  await toy.stop();
  await expect(page.getByTestId('toy-now')).toBeHidden();
  await expect.poll(() => greenness(page)).toBeLessThan(LIT);
});
