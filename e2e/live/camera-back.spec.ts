import type { Locator, Page } from '@playwright/test';
import { CAM_BACK_REST_MS } from '#contract/chat/cam-back-calls.ts';
import { expectAccessible } from '../support/accessible.ts';
import { openTracks, recordTracks, studioCamera } from '../support/live/camera.ts';
import { expect, test, watchPaid } from '../support/live/journey.ts';
import { accountsOf } from '../support/members.ts';
import { screenshot } from '../support/page.ts';
import { enter, performersIn } from '../support/people.ts';

/** Logs the performer in and opens her live page, which sends nothing. */
async function openStudio(page: Page, performer: string): Promise<Page> {
  await page.goto('/studio/login?next=%2Fstudio%2Flive');
  await page.getByLabel('Performernaam').fill(performer);
  await page.getByLabel('Wachtwoord', { exact: true }).fill('Studio1234');
  await page.getByRole('button', { name: 'Inloggen', exact: true }).click();
  await expect(page.locator('[data-band]').first()).toContainText('LIVE');
  return page;
}

const shownFrames = (video: Locator): Promise<number> =>
  video.evaluate((element: HTMLVideoElement) => element.getVideoPlaybackQuality().totalVideoFrames);

test('L4.55 L4.57 a member shows a camera to the performer, who watches and ends it; it restarts after a rest, and ends with the page', async ({
  page,
  context,
  newPerson,
  baseURL,
  passTimeWatching,
}) => {
  await page.addInitScript(recordTracks);
  await enter(context, baseURL, accountsOf('cam-back').rich);
  const [performer = ''] = await performersIn(context, 'live');
  await watchPaid(page, performer);
  const studio = await studioCamera({ performer, origin: baseURL ?? '' });
  const live = await openStudio(await (await newPerson()).newPage(), performer);
  const member = 'rich-cam-back';
  const show = page.getByRole('button', { name: `Laat je camera zien aan ${performer}` });

  // The preview sends nothing yet.
  await show.click();
  const dialog = page.getByRole('dialog', { name: 'Laat je camera zien' });
  const preview = dialog.getByLabel('Je eigen beeld');
  await expect.poll(() => preview.evaluate((video: HTMLVideoElement) => video.videoWidth)).toBe(640);
  expect(await openTracks(page)).toEqual(['audio', 'video']);
  expect(await studio.cameras()).toEqual([]);
  const microphone = dialog.getByLabel('Microfoon');
  await microphone.selectOption({ label: 'Geen microfoon' });
  await expect.poll(() => openTracks(page)).toEqual(['video']);
  await microphone.selectOption({ index: 0 });
  await expect.poll(() => openTracks(page)).toEqual(['audio', 'video']);
  await page.keyboard.press('Escape');
  await expect.poll(() => openTracks(page)).toEqual([]);
  await expect(show).toBeFocused();

  await show.click();
  const start = dialog
    .getByRole('button', { name: 'Camera starten' })
    .and(page.locator(':not([aria-disabled])'));
  await start.click();
  const sign = page.getByRole('region', { name: `${performer} ziet je camera` });
  await expect(sign).toBeVisible();
  // The sign is inside the picture at any size and shows the member's own picture.
  await expect(sign.getByLabel('Je eigen beeld')).toHaveAttribute('data-shown');
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const [inner, outer] = [await sign.boundingBox(), await page.locator('.stream-frame').boundingBox()];
    if (!inner || !outer) throw new Error('an element is not on the page');
    expect(inner.x).toBeGreaterThanOrEqual(outer.x);
    expect(inner.y).toBeGreaterThanOrEqual(outer.y);
    expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width);
    expect(inner.y + inner.height).toBeLessThanOrEqual(outer.y + outer.height);
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect.poll(async () => (await studio.cameras())[0]?.state).toBe('started');
  const session = (await studio.cameras())[0]?.session ?? '';
  const seen = live.getByRole('region', { name: `Camera van ${member}`, exact: true }).locator('video');
  await live.getByRole('button', { name: `Kijken naar de camera van ${member}` }).click();
  await expect.poll(() => shownFrames(seen)).toBeGreaterThan(5);
  expect(await seen.evaluate((video: HTMLVideoElement) => video.muted)).toBe(true);
  await live.getByRole('button', { name: 'Geluid', exact: true }).click();
  expect(await seen.evaluate((video: HTMLVideoElement) => video.muted)).toBe(false);
  await expectAccessible(live);
  await screenshot(live, 'cam-back-studio');
  await expectAccessible(page);
  await screenshot(page, 'cam-back-on');

  // A drawer over the page shows the camera, too, and can stop it.
  await page
    .getByRole('button', { name: /credits/i })
    .first()
    .click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByText(`${performer} ziet je camera`)).toBeVisible();
  await drawer.getByRole('button', { name: 'Camera uit' }).click();
  await expect.poll(() => openTracks(page)).toEqual([]);
  await expect(seen).toBeHidden();
  expect(await studio.target(session)).toBeNull();
  await page.keyboard.press('Escape');

  // The camera can start again only after a rest, which may already have passed on a slow machine.
  const startAgain = async () => {
    await show.click();
    await passTimeWatching(CAM_BACK_REST_MS / 1000);
    await start.click();
    await expect.poll(async () => (await studio.cameras())[0]?.state).toBe('started');
    // Until then the dialog is open, and shows why the camera ended in place of the page.
    await expect(sign).toBeVisible();
  };
  await startAgain();
  await live.getByRole('button', { name: `Camera van ${member} beëindigen` }).click();
  // The dialog shows it too, until it has faded out.
  const trouble = page.getByRole('region', { name: 'Laat je camera zien', exact: true });
  await expect(trouble).toContainText(`${performer} heeft je camera uitgezet.`);
  await expect.poll(() => openTracks(page)).toEqual([]);

  await startAgain();
  await expect(live.getByRole('region', { name: 'Camera’s van kijkers' })).toBeVisible();
  await page.close();
  await expect(live.getByRole('region', { name: 'Camera’s van kijkers' })).toBeHidden();
});
