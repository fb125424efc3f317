import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { onlineStatus } from '#contract/performers/status.ts';
import { prices } from '#contract/wallet/prices.ts';
import { expectAccessible } from '../support/accessible.ts';
import { studioOf } from '../support/live/studio.ts';
import { accountsOf, TWO_VIP_MINUTES } from '../support/members.ts';
import { creditsOf, enter, expectPictures, performersIn } from '../support/people.ts';
import { screenshot } from '../support/screenshot.ts';
import { expect, test } from '../support/test.ts';

/** Seconds of this worker's minutes; the same as in rests.spec.ts, so that one product serves both. */
const MINUTE = 20;
test.use({ guestSeconds: 61, minuteSeconds: MINUTE });

const sites = {
  nl: {
    prefix: '',
    ask: 'Vraag een VIP-show aan',
    yes: 'Ja, vraag aan',
    alone: (name: string) => `Je bent alleen met ${name}.`,
    busy: (name: string) => `${name} is in een VIP-chat`,
    paused: /neemt pauze$/,
    out: 'Je saldo is te laag voor nog een minuut',
    tooLittle: 'Niet genoeg credits',
    close: 'Sluiten',
  },
  en: {
    prefix: '/en',
    ask: 'Ask for a VIP show',
    yes: 'Yes, ask',
    alone: (name: string) => `You are alone with ${name}.`,
    busy: (name: string) => `${name} is in a VIP chat`,
    kept: (name: string) => `Your show with ${name} is still on`,
    goOn: 'Go on with the show for 240 credits a minute',
  },
} as const;

/** Watches free chat and asks; resolves once the demo's performer has accepted. */
async function begin(page: Page, performer: string, site: (typeof sites)['nl' | 'en']): Promise<void> {
  await page.goto(`${site.prefix}/stream/${performer}`);
  await expectPictures(page);
  await page.getByRole('tab', { name: 'VIP' }).click();
  await page.getByRole('button', { name: site.ask }).click();
  await page.getByRole('button', { name: site.yes }).click();
  await expect(page.getByText(site.alone(performer))).toBeVisible({ timeout: 30_000 });
  await expectPictures(page);
}

/** Another person, who watches free chat until the show begins. */
async function watchBeside(
  context: BrowserContext,
  baseURL: string | undefined,
  path: string,
): Promise<Page> {
  await enter(context, baseURL);
  const page = await context.newPage();
  await page.goto(path);
  await expectPictures(page);
  return page;
}

/** Whether the page's video has anything to show. */
const hasPicture = (page: Page): Promise<boolean> =>
  page.locator('video').evaluate((video: HTMLVideoElement) => video.srcObject !== null);

test('credits that run out end a show, with a word for each side', async ({
  page,
  context,
  newPerson,
  baseURL,
}) => {
  test.setTimeout(180_000);
  const site = sites.nl;
  const performer = (await performersIn(context, 'free')).at(-1) ?? '';
  const other = await watchBeside(await newPerson(), baseURL, `/stream/${performer}`);
  await enter(context, baseURL, accountsOf('vip-out').two);
  await begin(page, performer, site);
  const stage = other.getByRole('region', { name: performer });
  await expect(stage.getByRole('heading', { name: site.busy(performer) })).toBeVisible();
  expect(await hasPicture(other)).toBe(false);

  const dialog = page.getByRole('dialog', { name: site.tooLittle });
  await expect(dialog).toBeVisible({ timeout: 3 * MINUTE * 1000 });
  await expectAccessible(page);
  await screenshot(page, 'vip-out-of-credits');
  await dialog.getByRole('button', { name: site.close }).click();
  await expect(page.getByRole('heading', { name: site.out })).toBeVisible();
  const paid = 2 * prices.vipMinute;
  await expect(page.getByTestId('receipt')).toContainText(`Je betaalde ${paid} credits.`);
  expect(await creditsOf(context)).toBe(TWO_VIP_MINUTES - paid);
  expect(await hasPicture(page)).toBe(false);
  await screenshot(page, 'vip-out-card');

  // The performer has a break; the other viewer is told, and sees her again after it.
  await expect(stage.getByRole('heading', { name: site.paused })).toBeVisible();
  await (await studioOf({ performer, origin: baseURL ?? '' }))(onlineStatus.free);
  await expectPictures(other);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: 'dark' });

  test('a show outlives a network that goes and a page that is loaded again', async ({
    page,
    context,
    newPerson,
    baseURL,
    allowConsole,
  }) => {
    test.setTimeout(180_000);
    allowConsole(/ERR_INTERNET_DISCONNECTED|WebSocket/);
    const site = sites.en;
    const performer = (await performersIn(context, 'free')).at(-1) ?? '';
    const other = await watchBeside(await newPerson(), baseURL, `/en/stream/${performer}`);
    await enter(context, baseURL, accountsOf('vip-return').rich);
    const before = await creditsOf(context);
    await begin(page, performer, site);
    const startedAt = Date.now();
    const stage = other.getByRole('region', { name: performer });
    const busy = stage.getByRole('heading', { name: site.busy(performer) });
    await expect(busy).toBeVisible();

    await context.setOffline(true);
    await sleep(10_000);
    await context.setOffline(false);
    await expectPictures(page);
    await expect(busy).toBeVisible();

    await page.reload();
    await expect(page.getByRole('heading', { name: site.kept(performer) })).toBeVisible();
    await expectAccessible(page);
    await screenshot(page, 'vip-kept');
    expect(await hasPicture(other)).toBe(false);
    await page.getByRole('button', { name: site.goOn }).click();
    await expectPictures(page);
    await page.getByRole('tab', { name: 'VIP' }).click();
    await expect(page.getByText(site.alone(performer))).toBeVisible();
    await expect(busy).toBeVisible();
    await screenshot(page, 'vip-returned');
    const minutes = Math.ceil((Date.now() - startedAt) / 1000 / MINUTE) + 1;
    expect(before - (await creditsOf(context))).toBeLessThanOrEqual(minutes * prices.vipMinute);

    await page.getByRole('button', { name: 'End the show…' }).click();
    await page.getByRole('button', { name: 'End the show', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Your show is over' })).toBeVisible();
    await (await studioOf({ performer, origin: baseURL ?? '' }))(onlineStatus.free);
    await expectPictures(other);
  });
});
