import { AUTH_SECONDS, KEEP_ALIVE_MS } from '#contract/chat/session.ts';
import { prices } from '#contract/wallet/prices.ts';
import { signalCast } from '../support/live/cast.ts';
import { beginPaid, expect, test } from '../support/live/journey.ts';
import { screenshot } from '../support/page.ts';
import { expectPictures, lastReceiptOf } from '../support/people.ts';

test('a lost connection ends the chat, and the page resumes in the same minute when it is back', async ({
  page,
  context,
  baseURL,
  allowConsole,
  passTime,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED|WebSocket/);
  // Installed before the page loads, because the socket keeps the clock that it starts with.
  await page.clock.install();
  const { paid } = await beginPaid(page, { baseURL, member: 'rests-offline' });
  await context.setOffline(true);
  // On both sides, the last contact is now too long ago.
  await passTime(AUTH_SECONDS + 1);
  await page.clock.fastForward((AUTH_SECONDS + 1) * 1000);
  await expect.poll(async () => (await lastReceiptOf(context))?.reason).toBe('ping-auth-expired');
  const rejoins = page.getByText('Zodra de verbinding terug is, kijk je vanzelf verder.');
  // The pending keep-alive first waits for its response.
  await expect(async () => {
    await page.clock.fastForward(KEEP_ALIVE_MS);
    await expect(rejoins).toBeVisible({ timeout: 100 });
  }).toPass();
  await context.setOffline(false);
  await expect(page.getByTestId('spent')).toBeVisible();
  await expect(rejoins).toBeHidden();
  await expectPictures(page);
  expect(await paid()).toBe(prices.chatMinute);
});

test('a killed broadcaster is shown, costs nothing, and returns', async ({
  page,
  baseURL,
  product,
  allowConsole,
  nextBeat,
}) => {
  // The player retries while no encoder publishes.
  allowConsole(/status of 409/);
  const { paid } = await beginPaid(page, { baseURL, member: 'rests-cast' });
  signalCast(product.pid(), 'SIGKILL');
  // Holds the restarted cast back until the page shows the loss.
  const waiting = setInterval(() => signalCast(product.pid(), 'SIGSTOP'), 100);
  try {
    await expect(page.getByText('Geen beeld: je betaalt nu niets')).toBeVisible();
    const watched = page.getByTestId('watched');
    const paidTime = await watched.textContent();
    await nextBeat();
    await nextBeat();
    await expect(watched).toHaveText(paidTime ?? '');
  } finally {
    clearInterval(waiting);
    signalCast(product.pid(), 'SIGCONT');
  }
  await screenshot(page, 'stream-unpaid');
  await expectPictures(page);
  expect(await paid()).toBeLessThanOrEqual(2 * prices.chatMinute);
});
