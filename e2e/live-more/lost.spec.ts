import { chromium, type Page } from '@playwright/test';
import { AUTH_SECONDS } from '#contract/chat/session.ts';
import { KEPT_MINUTES } from '#contract/chat/units.ts';
import { prices } from '#contract/wallet/prices.ts';
import { expect, test, watchPaid } from '../support/live/journey.ts';
import { MINUTE_SECONDS } from '../support/live/options.ts';
import { accountsOf } from '../support/members.ts';
import { creditsOf, enter, expectPictures, lastReceiptOf, performersIn } from '../support/people.ts';

/** Blocks the page's connections to the media server until the returned function is called. */
async function cutMedia(page: Page): Promise<() => void> {
  let isCut = true;
  await page.route('**/media/whep/**', (route) => (isCut ? route.abort() : route.fallback()));
  await page.routeWebSocket('**/media/janus', (line) => {
    if (isCut) void line.close({ code: 1011 });
    else line.connectToServer();
  });
  return () => {
    isCut = false;
  };
}

test('an unreachable media server is shown, costs nothing, and the page recovers when it is back', async ({
  page,
  context,
  baseURL,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/);
  const [performer = ''] = await performersIn(context, 'live');
  await enter(context, baseURL, accountsOf('watch-dead-media').rich);
  const before = await creditsOf(context);
  const revive = await cutMedia(page);
  await page.goto(`/stream/${performer}`);
  await page.getByRole('button', { name: 'Start voor 60 credits per minuut' }).click();
  await expect(page.getByText('Het beeld is even weg. We proberen het opnieuw…')).toBeVisible();
  expect(await creditsOf(context)).toBe(before);
  revive();
  await expectPictures(page);
  await expect(page.getByTestId('spent')).toContainText('60');
});

test('a killed browser pays for delivered media once its rest has expired', async ({
  context,
  baseURL,
  passTime,
}) => {
  const [performer = ''] = await performersIn(context, 'live');
  await enter(context, baseURL, accountsOf('rests-browser').rich);
  const before = await creditsOf(context);
  const paid = async () => before - (await creditsOf(context));
  const launched = await chromium.launchServer({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  const browser = await chromium.connect(launched.wsEndpoint());
  const own = await browser.newContext({
    baseURL: baseURL ?? '',
    storageState: await context.storageState(),
  });
  const page = await own.newPage();
  await watchPaid(page, performer);
  const startedAt = Date.now();
  await expect.poll(paid).toBe(prices.chatMinute);
  await launched.kill();
  // Six seconds more: from the first picture until it is seen here, and until the media server notices the loss.
  const due = Math.ceil((prices.chatMinute * ((Date.now() - startedAt) / 1000 + 6)) / MINUTE_SECONDS);
  await passTime(AUTH_SECONDS + 1);
  await expect.poll(async () => (await lastReceiptOf(context))?.reason).toBe('ping-auth-expired');
  expect(await paid()).toBe(prices.chatMinute);
  await passTime(KEPT_MINUTES * MINUTE_SECONDS);
  await expect.poll(paid).toBeLessThan(prices.chatMinute);
  expect(await paid()).toBeLessThanOrEqual(due);
});
