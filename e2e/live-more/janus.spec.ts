import { expectDecoded, recordConnections } from '@vonk/media/testing/browser';
import { prices } from '#contract/wallet/prices.ts';
import { expect, test } from '../support/live/journey.ts';
import { MINUTE_SECONDS } from '../support/live/options.ts';
import { accountsOf } from '../support/members.ts';
import { creditsOf, enter, lastReceiptOf, performersIn } from '../support/people.ts';

test('L1.6 a member watches through Janus and pays nothing while it is down', async ({
  page,
  context,
  baseURL,
  janus,
  allowConsole,
  passTimeWatching,
}) => {
  test.setTimeout(240_000);
  if (!janus) throw new Error('this journey needs Janus');
  await enter(context, baseURL, accountsOf('watch-janus').rich);
  await context.addInitScript(recordConnections, false);
  const [performer = ''] = await performersIn(context, 'live');
  const lines: string[] = [];
  page.on('websocket', (line) => void lines.push(new URL(line.url()).pathname));
  await page.goto(`/en/stream/${performer}`);
  const before = await creditsOf(context);
  await page.getByRole('button', { name: 'Start for 60 credits a minute' }).click();
  await expectDecoded(page);
  expect(lines).toContain('/media/janus');
  await expect.poll(() => creditsOf(context)).toBe(before - prices.chatMinute);

  // A page that loses its picture reconnects.
  allowConsole(/ERR_|503|WebSocket|404|409/);
  await janus.kill();
  try {
    // With a picture, the next minute would be due after this time.
    await passTimeWatching(MINUTE_SECONDS);
    expect(await creditsOf(context)).toBe(before - prices.chatMinute);
  } finally {
    await janus.start();
  }
  await expectDecoded(page);
  await expect
    .poll(() => creditsOf(context), { timeout: (MINUTE_SECONDS + 10) * 1000 })
    .toBe(before - 2 * prices.chatMinute);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect.poll(() => lastReceiptOf(context)).toBeDefined();
  const receipt = await lastReceiptOf(context);
  expect(await creditsOf(context)).toBe(before - (receipt?.total ?? 0));
});
