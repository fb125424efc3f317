import { writeFile } from 'node:fs/promises';
import type { Page } from 'puppeteer-core';
import sharp from 'sharp';
import { prices } from '#contract/wallet/prices.ts';
import { expect, test } from '../support/live/firefox.ts';
import { inboxOf } from '../support/live/studio.ts';
import { accountsOf } from '../support/members.ts';
import { enter, performersIn } from '../support/people.ts';

const { rich } = accountsOf('firefox-messenger');
const phone = { width: 390, height: 844 };

const FIELD = 'textarea[aria-label="Write a message"]:not([disabled])';

const jpeg = async (background: string) => {
  const image = sharp({ create: { width: 1200, height: 900, channels: 3, background } });
  return new Uint8Array(await image.jpeg().toBuffer());
};

/** Waits until the page's islands are hydrated and receive keys. */
const alive = (page: Page) => page.waitForFunction(() => !document.querySelector('main astro-island[ssr]'));

/** Returns the text of each bubble, oldest first. */
const bubbles = (page: Page, owner: 'self' | 'other') =>
  page.$$eval(`[data-owner=${owner}]:not([data-unsent]) bdi`, (found) =>
    found.map(({ textContent }) => textContent ?? ''),
  );

const stateOf = (page: Page, words: string) =>
  page.$$eval(
    '[data-owner=self]',
    (found, text) =>
      found
        .find((bubble) => bubble.querySelector('bdi')?.textContent === text)
        ?.querySelector('[data-state]')
        ?.getAttribute('data-state'),
    words,
  );

test(
  'a member writes in Firefox, the performer answers, and a phone with Chromium sees the same',
  {
    tag: '@embedded',
  },
  async ({ tab, product, request, newPerson }, testInfo) => {
    test.setTimeout(240_000);
    // A performer of the demo's cast, which reads and answers automatically.
    const [performer = ''] = await performersIn({ request }, 'live');
    const { page } = tab;
    await tab.logIn(rich);
    const before = await tab.credits();
    await page.goto(`${product.url}/en/messenger`);
    await tab.see('You have no messages yet.');
    await alive(page);
    await page.type('input[type=search]', performer.slice(0, 3));
    await page.locator(`section a[href*="model=${performer}"]`).click();
    await tab.see(`A message costs ${prices.message} credits.`);
    await alive(page);
    await page.type(FIELD, 'Hello from Firefox');
    await page.keyboard.press('Enter');
    await expect.poll(() => bubbles(page, 'self')).toEqual(['Hello from Firefox']);
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/en/messenger/${performer}`);
    await expect.poll(() => bubbles(page, 'other')).toHaveLength(1);
    await expect.poll(() => stateOf(page, 'Hello from Firefox')).toBe('read');
    expect(await tab.credits()).toBe(before - prices.message);

    const context = await newPerson({ viewport: phone, locale: 'en-GB' });
    await enter(context, product.url, rich);
    const second = await context.newPage();
    await second.goto(`${product.url}/en/messenger/${performer}`);
    await expect(second.locator('main astro-island[ssr]')).toHaveCount(0);
    await second.getByRole('textbox', { name: 'Write a message' }).fill('And from a phone');
    await second.getByRole('button', { name: 'Send', exact: true }).click();
    await expect.poll(() => bubbles(page, 'self')).toEqual(['Hello from Firefox', 'And from a phone']);

    await page.waitForSelector(FIELD);
    await page.type(FIELD, 'Bye');
    await page.locator('button[aria-label="Choose an emoji"]').click();
    await page.locator('input[aria-label="Search emojis"]').fill('zwaaiende');
    await page.locator('[role=gridcell][aria-label="waving hand"]').click();
    expect(await page.$eval(FIELD, (field) => (field as HTMLTextAreaElement).value)).toBe('Bye👋');
    await page.keyboard.press('Enter');
    await expect(second.locator('[data-owner=self]').filter({ hasText: 'Bye👋' })).toBeVisible();

    const file = testInfo.outputPath('photo.jpg');
    await writeFile(file, await jpeg('teal'));
    await page.locator('button[aria-label="Send a photo"]').click();
    const input = await page.waitForSelector('input[data-photo-input]');
    await (input as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(file);
    await tab.press('Send photo');
    await page.waitForFunction(
      () => document.querySelector<HTMLImageElement>('img[alt="Your photo"]')?.naturalWidth === 1200,
    );
    await expect(second.getByAltText('Your photo')).toBeVisible();

    const her = await inboxOf({ performer, origin: product.url });
    await her.show(await jpeg('orange'));
    await tab.see('View photo');
    await page.locator('[data-owner] ::-p-text(View photo)').click();
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLImageElement>('.photo-view img')].some(
        ({ naturalWidth }) => naturalWidth === 1200,
      ),
    );
    await page.keyboard.press('Escape');
  },
);

test('P2.50 the messenger fits a phone in Firefox: keeps a draft, Back leads to the list, unread messages are counted', {
  tag: '@embedded',
}, async ({ tab, product, context }) => {
  const performer = (await performersIn(context, 'offline'))[1] ?? '';
  const { page } = tab;
  await page.setViewport(phone);
  await tab.logIn(rich);
  await page.goto(`${product.url}/en/messenger/${performer}`);
  await alive(page);
  const sideways = () =>
    page.evaluate(({ documentElement: root } = document) => root.scrollWidth - root.clientWidth);
  expect(await sideways()).toBe(0);
  expect(await page.$eval('header', (header) => header.getClientRects().length)).toBe(0);
  await page.type(FIELD, 'First');
  await page.locator('button[aria-label="Send"]').click();
  await expect.poll(() => bubbles(page, 'self')).toEqual(['First']);
  await page.waitForSelector(FIELD);
  await page.type(FIELD, 'Not ready');
  await page.reload();
  await alive(page);
  await expect
    .poll(() => page.$eval(FIELD, (field) => (field as HTMLTextAreaElement).value))
    .toBe('Not ready');

  await page.locator('a[aria-label="Back to all messages"]').click();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/en/messenger');
  expect(await sideways()).toBe(0);
  const her = await inboxOf({ performer, origin: product.url });
  await her.write('Are you there?');
  await tab.see('Are you there?');
  const row = `.messenger-row[href$="/${performer}"]`;
  await page.waitForSelector(`${row}[data-unread]`);
  await page.locator(row).click();
  await expect.poll(() => bubbles(page, 'other')).toEqual(['Are you there?']);
  await page.locator('a[aria-label="Back to all messages"]').click();
  await page.waitForSelector(`${row}:not([data-unread])`);
});
