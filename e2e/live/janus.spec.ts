import { setTimeout as sleep } from 'node:timers/promises';
import { request } from '@playwright/test';
import { prices } from '#contract/wallet/prices.ts';
import { studioCamera } from '../support/live/cam-back-viewer.ts';
import { expectDecoded, recordConnections } from '../support/live/connections.ts';
import { playJanus, startJanusProduct } from '../support/live/janus-product.ts';
import { creditsOf, enter, lastReceiptOf, performersIn } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

// The worker's own product is not asked for anything.
test.use({ cast: false });

const MINUTE_SECONDS = 5;
/** ms in which a page has been told that there is no picture. */
const NOTICED_MS = 4000;

test('a member watches and shows a camera by way of Janus, and pays nothing while Janus is dead', async ({
  newPerson,
  allowConsole,
}) => {
  test.setTimeout(300_000);
  const { product, janus, remove } = await startJanusProduct({ CHAT_MINUTE_SECONDS: String(MINUTE_SECONDS) });
  const program = await request.newContext({ baseURL: product.url });
  try {
    const [performer = ''] = await performersIn({ request: program }, 'live');
    const context = await newPerson({ baseURL: product.url, permissions: ['camera', 'microphone'] });
    await enter(context, product.url, 'demo@example.com');
    await context.addCookies([{ name: 'consent', value: 'no', url: product.url }]);
    await context.addInitScript(recordConnections, false);
    const page = await context.newPage();
    const lines: string[] = [];
    page.on('websocket', (line) => void lines.push(new URL(line.url()).pathname));
    await page.goto(`/en/stream/${performer}`);
    const before = await creditsOf(context);
    await page.getByRole('button', { name: 'Start for 60 credits a minute' }).click();
    await expectDecoded(page);
    expect(lines).toContain('/media/janus');
    await expect.poll(() => creditsOf(context)).toBeLessThan(before - prices.chatMinute);

    const studio = await studioCamera({ performer, origin: product.url });
    await page.getByRole('button', { name: `Show your camera to ${performer}` }).click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByRole('button', { name: 'Start camera' })
      .and(page.locator(':not([aria-disabled])'))
      .click();
    await expect.poll(async () => (await studio.cameras())[0]?.publishing).toBe(true);
    const config = await studio.config((await studio.cameras())[0]?.session ?? '');
    if (config.agent !== 'janus') throw new Error(`a config for ${config.agent}`);
    const eyes = await playJanus(config, product.url);
    await expect.poll(() => eyes.packets).toBeGreaterThan(50);
    await eyes.close();

    // Pages that lose their camera and their picture try again.
    allowConsole(/ERR_|503|WebSocket|404|409/);
    await janus.kill();
    await sleep(NOTICED_MS);
    const whileDead = await creditsOf(context);
    await sleep(MINUTE_SECONDS * 1000);
    expect(await creditsOf(context)).toBe(whileDead);
    await janus.start();
    await expectDecoded(page);
    await expect.poll(() => creditsOf(context)).toBeLessThan(whileDead);
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await expect.poll(() => lastReceiptOf(context)).toBeDefined();
    const receipt = await lastReceiptOf(context);
    expect(await creditsOf(context)).toBe(before - (receipt?.total ?? 0));
    await context.close();
  } finally {
    await program.dispose();
    await remove();
  }
});
