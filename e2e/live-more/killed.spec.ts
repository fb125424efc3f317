import { prices } from '#contract/wallet/prices.ts';
import { openTracks, recordTracks, studioCamera } from '../support/live/camera.ts';
import { beginPaid, expect, test, watchPaid } from '../support/live/journey.ts';
import { MINUTE_SECONDS } from '../support/live/options.ts';
import { accountsOf } from '../support/members.ts';
import { enter, expectPictures, performersIn } from '../support/people.ts';

/** Console lines of a lost server; players and cameras also end sessions that the new process does not know. */
const lostServer = /ERR_[A-Z_]+|WebSocket|status of (?:401|403|404|409|503)/;

test('a kill of the service returns the rest, and the page continues by itself', async ({
  page,
  baseURL,
  product,
  allowConsole,
}) => {
  allowConsole(lostServer);
  const startedAt = Date.now();
  const { paid } = await beginPaid(page, { baseURL, member: 'rests-service' });
  const due = Math.ceil((prices.chatMinute * ((Date.now() - startedAt) / 1000 + 6)) / MINUTE_SECONDS);
  const charged = await paid();
  await product.end('SIGKILL');
  await product.start();
  await expect.poll(paid).toBeLessThan(charged);
  expect(await paid()).toBeLessThanOrEqual(due);
  await expect(page.getByTestId('spent')).toBeVisible({ timeout: 60_000 });
  await expectPictures(page);
});

test('a camera is off after the service was killed and can be shown again', async ({
  page,
  context,
  baseURL,
  product,
  allowConsole,
}) => {
  test.setTimeout(180_000);
  allowConsole(lostServer);
  await page.addInitScript(recordTracks);
  await enter(context, baseURL, accountsOf('cam-back-killed').rich);
  const [performer = ''] = await performersIn(context, 'live');
  await watchPaid(page, performer);
  const who = { performer, origin: baseURL ?? '' };
  const sign = page.getByRole('region', { name: `${performer} ziet je camera` });
  const startCamera = async () => {
    await page.getByRole('button', { name: `Laat je camera zien aan ${performer}` }).click();
    const start = page.getByRole('dialog').getByRole('button', { name: 'Camera starten' });
    await start.and(page.locator(':not([aria-disabled])')).click();
    await expect(sign).toBeVisible();
    const studio = await studioCamera(who);
    await expect.poll(async () => (await studio.cameras())[0]?.state).toBe('started');
  };
  await startCamera();

  await product.end('SIGKILL');
  await product.start();
  await expect.poll(() => openTracks(page), { timeout: 60_000 }).toEqual([]);
  await expect(sign).toBeHidden();
  const studio = await studioCamera(who);
  await expect.poll(() => studio.cameras(), { timeout: 30_000 }).toEqual([]);
  await expectPictures(page);
  await startCamera();
});
