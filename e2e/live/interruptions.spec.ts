import { AUTH_SECONDS } from '#contract/chat/session.ts';
import { prices } from '#contract/wallet/prices.ts';
import { signalCast } from '../support/live/cast.ts';
import { beginPaid, expect, test } from '../support/live/journey.ts';
import { expectPictures, lastReceiptOf } from '../support/people.ts';
import { screenshot } from '../support/screenshot.ts';

test('a lost line ends the chat; back again, the page goes on by itself in the same minute', async ({
  page,
  context,
  baseURL,
  allowConsole,
  passTime,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED|WebSocket/);
  const { paid } = await beginPaid(page, { baseURL, member: 'rests-offline' });
  await context.setOffline(true);
  // For both sides it is too long ago that they heard of each other.
  await passTime(AUTH_SECONDS + 1);
  await page.clock.install();
  await page.clock.fastForward((AUTH_SECONDS + 1) * 1000);
  await expect.poll(async () => (await lastReceiptOf(context))?.reason).toBe('ping-auth-expired');
  const rejoins = page.getByText('Zodra de verbinding terug is, kijk je vanzelf verder.');
  await expect(rejoins).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByTestId('spent')).toBeVisible();
  await expect(rejoins).toBeHidden();
  await expectPictures(page);
  expect(await paid()).toBe(prices.chatMinute);
});

test('a broadcaster that is killed is told, costs nothing, and comes back', async ({
  page,
  baseURL,
  product,
  allowConsole,
}) => {
  // The player asks for the picture while no encoder publishes.
  allowConsole(/status of 409/);
  const { paid } = await beginPaid(page, { baseURL, member: 'rests-cast' });
  signalCast(product.pid(), 'SIGKILL');
  // The next cast waits until the page has told: it can be back sooner.
  const waiting = setInterval(() => signalCast(product.pid(), 'SIGSTOP'), 100);
  try {
    await expect(page.getByText('Geen beeld: je betaalt nu niets')).toBeVisible();
  } finally {
    clearInterval(waiting);
    signalCast(product.pid(), 'SIGCONT');
  }
  await screenshot(page, 'stream-unpaid');
  await expectPictures(page);
  expect(await paid()).toBeLessThanOrEqual(2 * prices.chatMinute);
});
