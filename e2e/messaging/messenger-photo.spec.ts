import type { BrowserContext, Page } from '@playwright/test';
import { prices } from '#contract/wallet/prices.ts';
import { expectAccessible, inDialog } from '../support/accessible.ts';
import { inboxOf } from '../support/live/studio.ts';
import { accountsOf } from '../support/members.ts';
import { alive, isBackOnPage, screenshot } from '../support/page.ts';
import { creditsOf, enter, performersIn } from '../support/people.ts';
import { photoFile, photoWidth, plainPhoto } from '../support/photo.ts';
import { expect, test } from '../support/test.ts';

// Violations of the content policy appear in the console and fail the journey.

const field = (page: Page) => page.getByRole('textbox', { name: /^(Schrijf een bericht|Write a message)$/ });
/** Returns a performer whom messenger.spec.ts does not use. */
async function performerFor(context: BrowserContext, nth: number): Promise<string> {
  const name = (await performersIn(context, 'offline'))[nth];
  if (!name) throw new Error('too few performers are offline');
  return name;
}

test('P2.123 P2.130 a photo is chosen, cropped and sent; a performer’s photo is blurred until it is opened', async ({
  page,
  context,
  baseURL,
}) => {
  await enter(context, baseURL, accountsOf('messenger-photo').rich);
  const performer = await performerFor(context, 4);
  const before = await creditsOf(context);
  await page.goto(`/messenger/${performer}`);
  await alive(page);

  await page.getByRole('button', { name: 'Foto versturen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Foto versturen' });
  await expect(dialog.getByText(`Een bericht kost ${prices.message} credits.`)).toBeVisible();
  await dialog.locator('[data-photo-input]').setInputFiles({
    name: 'not.jpg',
    mimeType: 'image/png',
    buffer: Buffer.from('no'),
  });
  await expect(dialog.getByRole('alert')).toContainText('Kies een foto in jpg');
  await expectAccessible(page, inDialog);
  await dialog.locator('[data-photo-input]').setInputFiles(await photoFile('teal'));
  await dialog.getByRole('slider', { name: 'Inzoomen' }).fill('1.5');
  await screenshot(page, 'messenger-photo-crop');
  await dialog.getByRole('button', { name: 'Foto versturen' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByAltText('Jouw foto')).toHaveCount(1);
  await expect.poll(() => photoWidth(page, 'Jouw foto')).toBe(1600);
  expect(await creditsOf(context)).toBe(before - prices.message);

  const her = await inboxOf({ performer, origin: baseURL ?? '' });
  expect(await her.read()).toEqual(['']);
  await her.show(await plainPhoto('orange'));
  const name = `Foto van ${performer}`;
  await expect(page.getByText('Foto bekijken')).toBeVisible();
  expect(await photoWidth(page, name)).toBeLessThan(100);
  await screenshot(page, 'messenger-photo');
  await page.getByText('Foto bekijken').click();
  const view = page.getByRole('dialog', { name });
  await expect(view).toBeVisible();
  await expect.poll(() => photoWidth(page, name)).toBe(1600);
  await expectAccessible(page, inDialog);
  await page.keyboard.press('Escape');
  await expect(view).toBeHidden();
  await isBackOnPage(page);

  await page.goto('/messenger');
  await expect(page.getByRole('link', { name: new RegExp(performer) })).toContainText('Foto');
});

test('a photo is taken with the camera, and an emoji is inserted at the caret', async ({
  page,
  context,
  baseURL,
}) => {
  await enter(context, baseURL, accountsOf('messenger-photo').rich);
  const performer = await performerFor(context, 5);
  await page.goto(`/en/messenger/${performer}`);
  await alive(page);
  await field(page).fill('Hello!');
  await field(page).press('ArrowLeft');
  await page.getByRole('button', { name: 'Choose an emoji' }).click();
  await page.getByRole('searchbox', { name: 'Search emojis' }).fill('zwaaiende');
  await page.getByRole('gridcell', { name: 'waving hand' }).click();
  await expect(field(page)).toHaveValue('Hello👋!');
  await page.getByRole('button', { name: 'Choose an emoji' }).click();
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  await screenshot(page, 'messenger-emoji');
  await page.keyboard.press('Escape');
  await expect(field(page)).toBeFocused();

  await page.getByRole('button', { name: 'Send a photo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send a photo' });
  await dialog.getByRole('button', { name: 'Take a photo with the camera' }).click();
  await expect
    .poll(() => dialog.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth))
    .toBeGreaterThan(0);
  await dialog.getByRole('button', { name: 'Take photo' }).click();
  await expect(dialog.getByAltText('The photo you took')).toBeVisible();
  await screenshot(page, 'messenger-photo-taken');
  await dialog.getByRole('button', { name: 'Send photo' }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(() => photoWidth(page, 'Your photo')).toBe(480);
  await expect(field(page)).toHaveValue('Hello👋!');
});
