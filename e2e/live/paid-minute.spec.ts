import { onlineStatus } from '#contract/performers/status.ts';
import { prices } from '#contract/wallet/prices.ts';
import { beginPaid, expect, test, watchPaid } from '../support/live/journey.ts';
import { studioOf } from '../support/live/studio.ts';
import { screenshot } from '../support/page.ts';
import { expectPictures, lastReceiptOf } from '../support/people.ts';

test('L4.25 a minute continues after a reload, and closing the page ends the paid chat', async ({
  page,
  context,
  baseURL,
}) => {
  const { performer, paid } = await beginPaid(page, { baseURL, member: 'rests-follow' });
  await page.reload();
  await page.getByRole('button', { name: /^Ga verder, 00:[0-5]\d al betaald$/ }).click();
  await expectPictures(page);
  expect(await paid()).toBe(prices.chatMinute);
  await page.goto('/favourites');
  await watchPaid(page, performer);
  expect(await paid()).toBe(prices.chatMinute);
  await page.close();
  await expect.poll(async () => (await lastReceiptOf(context))?.reason).toBe('left');
  expect(await paid()).toBe(prices.chatMinute);
});

test('P8.27 L3.15 L4.44 L8.18 a second tab takes over the chat in the same minute, and the first one shows it', async ({
  page,
  context,
  baseURL,
}) => {
  const { performer, paid } = await beginPaid(page, { baseURL, member: 'second-tab' });
  const second = await context.newPage();
  await watchPaid(second, performer);
  expect(await paid()).toBe(prices.chatMinute);
  await expect(page.getByRole('heading', { name: 'Je kijkt al in een ander tabblad' })).toBeVisible();
  // The player reports no size for the ended picture; a failed request would fail the journey.
  await page.setViewportSize({ width: 800, height: 600 });
  await expect(page.getByRole('button', { name: 'Kijk verder voor 60 credits per minuut' })).toBeVisible();
});

test('a performer’s pause stops the chat and refunds the rest of the minute exactly', async ({
  page,
  baseURL,
}) => {
  const { performer, paid } = await beginPaid(page, { baseURL, member: 'rests-pause' });
  const set = await studioOf({ performer, origin: baseURL ?? '' });
  await set(onlineStatus.paused);
  await expect(page.getByRole('heading', { name: `${performer} neemt pauze` })).toBeVisible();
  await expect(page.locator('video')).toHaveJSProperty('srcObject', null);
  const cost = await paid();
  expect(cost).toBeLessThan(prices.chatMinute);
  const receipt = page.getByTestId('receipt');
  // An immediate pause costs one credit.
  const credits = cost === 1 ? '1 credit' : `${cost} credits`;
  await expect(receipt).toContainText(`Je betaalde ${credits}.`);
  await expect(receipt).toContainText(`Teruggekregen: ${prices.chatMinute - cost} credits`);
  await screenshot(page, 'stream-receipt');
  await set(onlineStatus.online);
  await expect(page.getByRole('button', { name: 'Kijk verder voor 60 credits per minuut' })).toBeVisible();
});
