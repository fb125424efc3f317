import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { onlineStatus } from '#contract/performers/status.ts';
import { prices } from '#contract/wallet/prices.ts';
import { killCast } from '../support/live/killed.ts';
import { studioOf } from '../support/live/studio.ts';
import { accountsOf, type MemberOf } from '../support/members.ts';
import { creditsOf, enter, expectPictures, performersIn } from '../support/people.ts';
import { screenshot } from '../support/screenshot.ts';
import { expect, test } from '../support/test.ts';

/** Seconds of this worker's minutes: long enough for a reload, short enough to wait for a rest. */
const MINUTE = 20;
test.use({ guestSeconds: 61, minuteSeconds: MINUTE });

const words = {
  start: 'Start voor 60 credits per minuut',

  unpaid: 'Geen beeld: je betaalt nu niets',
  rejoins: 'Zodra de verbinding terug is, kijk je vanzelf verder.',
  paused: /neemt pauze$/,
};

/** Opens the performer's page, starts, and waits for pictures. */
async function watch(page: Page, performer: string): Promise<void> {
  await page.goto(`/stream/${performer}`);
  await page.getByRole('button', { name: words.start }).click();
  await expectPictures(page);
}

async function begin(page: Page, baseURL: string | undefined, member: MemberOf) {
  const context = page.context();
  const [performer = ''] = await performersIn(context, 'live');
  await enter(context, baseURL, accountsOf(member).rich);
  const before = await creditsOf(context);
  const paid = async () => before - (await creditsOf(context));
  await watch(page, performer);
  const startedAt = Date.now();
  await expect.poll(paid).toBe(prices.chatMinute);
  /** Credits of the time since the first picture was seen to be paid, plus what the check itself may have taken. */
  const most = () => Math.ceil((prices.chatMinute * ((Date.now() - startedAt) / 1000 + 6)) / MINUTE);
  return { performer, paid, most };
}

test('a minute goes on after a reload, a look elsewhere and in a second tab', async ({
  page,
  context,
  baseURL,
}) => {
  const { performer, paid } = await begin(page, baseURL, 'rests-follow');
  await page.reload();
  await page.getByRole('button', { name: words.start }).click();
  await expectPictures(page);
  expect(await paid()).toBe(prices.chatMinute);
  await page.goto('/favourites');
  await watch(page, performer);
  expect(await paid()).toBe(prices.chatMinute);
  const second = await context.newPage();
  await watch(second, performer);
  expect(await paid()).toBe(prices.chatMinute);
  await expect(page.getByRole('heading', { name: 'Je kijkt al in een ander tabblad' })).toBeVisible();
  await second.close();
});

test('a pause gives the rest back at once, and the receipt says so to the credit', async ({
  page,
  baseURL,
}) => {
  const { performer, paid } = await begin(page, baseURL, 'rests-pause');
  const set = await studioOf({ performer, origin: baseURL ?? '' });
  await set(onlineStatus.paused);
  await expect(page.getByRole('heading', { name: words.paused })).toBeVisible();
  const cost = await paid();
  expect(cost).toBeLessThan(prices.chatMinute);
  const receipt = page.getByTestId('receipt');
  await expect(receipt).toContainText(`Je betaalde ${cost} credits.`);
  await expect(receipt).toContainText(`Teruggekregen: ${prices.chatMinute - cost} credits`);
  await screenshot(page, 'stream-receipt');
  await set(onlineStatus.online);
});

test('a broadcaster that dies is told, costs nothing, and comes back', async ({
  page,
  baseURL,
  product,
  allowConsole,
}) => {
  // Nobody sends while the player looks for the picture again.
  allowConsole(/status of 409/);
  const { paid } = await begin(page, baseURL, 'rests-cast');
  // Looked for before it is there: it goes again with the next picture.
  const told = page.getByText(words.unpaid).waitFor({ timeout: 20_000 });
  // Killed again when it is back, which can be sooner than a page tells.
  const dying = setInterval(() => killCast(product.pid()), 250);
  await told.finally(() => clearInterval(dying));
  await screenshot(page, 'stream-unpaid');
  await expectPictures(page);
  expect(await paid()).toBeLessThanOrEqual(2 * prices.chatMinute);
});

for (const [seconds, isOver] of [
  [10, false],
  [25, true],
] as const) {
  // Past the line's limit it is the chat that ends, whoever sent the picture.
  const tag = isOver ? ['@embedded'] : [];
  test(`${seconds} s without a network cost nothing that was not shown`, { tag }, async ({
    page,
    context,
    baseURL,
    allowConsole,
  }) => {
    allowConsole(/ERR_INTERNET_DISCONNECTED|WebSocket/);
    const { paid, most } = await begin(page, baseURL, `rests-offline-${seconds}`);
    await context.setOffline(true);
    await sleep(seconds * 1000);
    await context.setOffline(false);
    await expectPictures(page);
    await expect(page.getByTestId('spent')).toBeVisible({ timeout: 20_000 });
    if (isOver) await expect(page.getByText(words.rejoins)).toBeHidden();
    expect(await paid()).toBeLessThanOrEqual(Math.max(most(), prices.chatMinute));
  });
}

test('a killed service gives the rest back, and the page goes on by itself', async ({
  page,
  baseURL,
  product,
  allowConsole,
}) => {
  // A player takes leave of sessions that the new process never had.
  allowConsole(/ERR_[A-Z_]+|WebSocket|status of (?:401|403|404|409|503)/);
  const { paid, most } = await begin(page, baseURL, 'rests-service');
  const due = most();
  await product.end('SIGKILL');
  await product.start();
  await expect.poll(paid, { timeout: 15_000 }).toBeLessThanOrEqual(due);
  await expect(page.getByTestId('spent')).toBeVisible({ timeout: 60_000 });
  await expectPictures(page);
});
