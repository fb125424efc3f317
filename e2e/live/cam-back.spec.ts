import type { BrowserContext, Page } from '@playwright/test';
import { framesOf } from '@vonk/media/testing/browser';
import { CAM_BACK_REST_MS } from '#contract/chat/cam-back.ts';
import { expectAccessible } from '../support/accessible.ts';
import { playCamera, studioCamera } from '../support/live/cam-back-viewer.ts';
import { accountsOf } from '../support/members.ts';
import { enter, expectPictures, performersIn } from '../support/people.ts';
import { screenshot } from '../support/screenshot.ts';
import { expect, test } from '../support/test.ts';

const accounts = accountsOf('cam-back');

const sites = [
  {
    lang: 'nl',
    prefix: '',
    pay: 'Start voor 60 credits per minuut',
    show: (name: string) => `Laat je camera zien aan ${name}`,
    title: 'Laat je camera zien',
    microphone: 'Microfoon',
    silent: 'Geen microfoon',
    start: 'Camera starten',
    on: (name: string) => `${name} ziet je camera`,
    off: 'Camera uit',
    rest: /^Over \d+ seconden? kun je weer starten/,
    own: 'Je eigen beeld',
  },
  {
    lang: 'en',
    prefix: '/en',
    pay: 'Start for 60 credits a minute',
    show: (name: string) => `Show your camera to ${name}`,
    title: 'Show your camera',
    microphone: 'Microphone',
    silent: 'No microphone',
    start: 'Start camera',
    on: (name: string) => `${name} sees your camera`,
    off: 'Camera off',
    rest: /^You can start again in \d+ seconds?/,
    own: 'Your own picture',
  },
] as const;
type Site = (typeof sites)[number];

/** Keeps every track that the page's cameras ever had. */
function recordTracks(): void {
  const tracks: MediaStreamTrack[] = [];
  Object.assign(window, { tracks });
  const { mediaDevices } = navigator;
  const native = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = async (wanted) => {
    const stream = await native(wanted);
    tracks.push(...stream.getTracks());
    return stream;
  };
}

const openTracks = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    (window as unknown as { tracks: MediaStreamTrack[] }).tracks
      .filter(({ readyState }) => readyState === 'live')
      .map(({ kind }) => kind)
      .sort(),
  );

async function watchPaid(page: Page, context: BrowserContext, site: Site): Promise<string> {
  const [performer = ''] = await performersIn(context, 'live');
  await page.addInitScript(recordTracks);
  await page.goto(`${site.prefix}/stream/${performer}`);
  await page.getByRole('button', { name: site.pay }).click();
  await expectPictures(page);
  return performer;
}

async function startCamera(page: Page, site: Site, performer: string): Promise<void> {
  await page.getByRole('button', { name: site.show(performer) }).click();
  const dialog = page.getByRole('dialog', { name: site.title });
  await dialog.getByRole('button', { name: site.start }).and(page.locator(':not([aria-disabled])')).click();
  await expect(page.getByRole('region', { name: site.on(performer) })).toBeVisible();
}

for (const site of sites) {
  // Of two languages a media server knows nothing.
  const tag = site.lang === 'nl' ? [] : ['@embedded'];
  test(`a member shows a camera, the performer sees it, and it stops (${site.lang})`, { tag }, async ({
    page,
    context,
    newPerson,
    baseURL,
  }) => {
    await enter(context, baseURL, accounts.rich);
    const performer = await watchPaid(page, context, site);
    const studio = await studioCamera({ performer, origin: baseURL ?? '' });

    // The preview is the member's own: nothing is sent yet.
    await page.getByRole('button', { name: site.show(performer) }).click();
    const dialog = page.getByRole('dialog', { name: site.title });
    const preview = dialog.getByLabel(site.own);
    await expect.poll(() => preview.evaluate((video: HTMLVideoElement) => video.videoWidth)).toBe(640);
    expect(await openTracks(page)).toEqual(['audio', 'video']);
    expect(await studio.cameras()).toEqual([]);
    await dialog.getByLabel(site.microphone).selectOption({ label: site.silent });
    await expect.poll(() => openTracks(page)).toEqual(['video']);
    await dialog.getByLabel(site.microphone).selectOption({ index: 0 });
    await expect.poll(() => openTracks(page)).toEqual(['audio', 'video']);
    await expectAccessible(page);
    await screenshot(page, `cam-back-preview-${site.lang}`);
    await page.keyboard.press('Escape');
    await expect.poll(() => openTracks(page)).toEqual([]);
    await expect(page.getByRole('button', { name: site.show(performer) })).toBeFocused();

    await startCamera(page, site, performer);
    await expect.poll(async () => (await studio.cameras())[0]?.state).toBe('started');
    const session = (await studio.cameras())[0]?.session ?? '';
    const target = await studio.target(session);
    if (!target) throw new Error('the performer found no camera');
    const eyes = await (await newPerson()).newPage();
    await eyes.goto('/privacy');
    await playCamera(eyes, target);
    await expect.poll(() => framesOf(eyes)).toBeGreaterThan(0);
    const before = await framesOf(eyes);
    await expect.poll(() => framesOf(eyes)).toBeGreaterThan(before + 5);
    // Her player would look for the camera again when it is off.
    await eyes.close();
    await expectAccessible(page);
    await screenshot(page, `cam-back-on-${site.lang}`);

    // What covers the page says it too, and stops it as well.
    await page
      .getByRole('button', { name: /credits/i })
      .first()
      .click();
    const drawer = page.getByRole('dialog');
    await expect(drawer.getByText(site.on(performer))).toBeVisible();
    await screenshot(page, `cam-back-drawer-${site.lang}`);
    await drawer.getByRole('button', { name: site.off }).click();
    await expect.poll(() => openTracks(page)).toEqual([]);
    await expect.poll(() => studio.cameras()).toEqual([]);
    expect(await studio.target(session)).toBeNull();
    await page.keyboard.press('Escape');

    // Not again at once, and then again.
    await page.getByRole('button', { name: site.show(performer) }).click();
    await expect(dialog.getByText(site.rest)).toBeVisible();
    await expect(dialog.getByText(site.rest)).toBeHidden({ timeout: CAM_BACK_REST_MS + 5000 });
    await dialog.getByRole('button', { name: site.start }).click();
    await expect.poll(async () => (await studio.cameras())[0]?.state).toBe('started');

    // With the chat it is over.
    await page.locator('.stream-meter').getByRole('button', { name: 'Stop' }).click();
    await expect.poll(() => openTracks(page)).toEqual([]);
    await expect.poll(() => studio.cameras()).toEqual([]);
  });
}

test('a permission that is refused is told in words, and a page that closes ends the camera', async ({
  page,
  context,
  baseURL,
}) => {
  const [site] = sites;
  await enter(context, baseURL, accounts.rich);
  const performer = await watchPaid(page, context, site);
  const studio = await studioCamera({ performer, origin: baseURL ?? '' });
  await page.evaluate(() => {
    const refuse = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    const { mediaDevices } = navigator;
    const native = mediaDevices.getUserMedia;
    mediaDevices.getUserMedia = () => {
      mediaDevices.getUserMedia = native;
      return refuse();
    };
  });
  await page.getByRole('button', { name: site.show(performer) }).click();
  const dialog = page.getByRole('dialog', { name: site.title });
  await expect(dialog.getByRole('alert')).toContainText('Je browser staat de camera of microfoon niet toe');
  await dialog.getByRole('button', { name: 'Opnieuw proberen' }).click();
  await dialog.getByRole('button', { name: site.start }).and(page.locator(':not([aria-disabled])')).click();
  // The one before stopped with its chat, less than 10 s ago perhaps.
  await expect(page.getByRole('region', { name: site.on(performer) })).toBeVisible({ timeout: 30_000 });
  await page.close();
  await expect.poll(() => studio.cameras(), { timeout: 30_000 }).toEqual([]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: 'dark' });

  test('a camera is off when the service was killed, and can be shown again', async ({
    page,
    context,
    baseURL,
    product,
    allowConsole,
  }) => {
    test.setTimeout(180_000);
    // Player and camera take leave of sessions that the new process never had.
    allowConsole(/ERR_[A-Z_]+|WebSocket|status of (?:401|403|404|409|503)/);
    const [, site] = sites;
    const person = { performer: '', origin: baseURL ?? '' };
    await enter(context, baseURL, accountsOf('cam-back-killed').rich);
    person.performer = await watchPaid(page, context, site);
    await startCamera(page, site, person.performer);
    await expect.poll(async () => (await (await studioCamera(person)).cameras())[0]?.state).toBe('started');
    await expectAccessible(page);
    await screenshot(page, 'cam-back-on-phone');

    await product.end('SIGKILL');
    await product.start();
    await expect.poll(() => openTracks(page), { timeout: 60_000 }).toEqual([]);
    await expect(page.getByRole('region', { name: site.on(person.performer) })).toBeHidden();
    const studio = await studioCamera(person);
    await expect.poll(() => studio.cameras(), { timeout: 30_000 }).toEqual([]);

    await expectPictures(page);
    await startCamera(page, site, person.performer);
    await expect.poll(async () => (await studio.cameras())[0]?.state).toBe('started');
  });
});
