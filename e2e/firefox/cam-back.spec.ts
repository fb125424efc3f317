import { expectDecoded, framesOf } from '@vonk/media/testing/browser';
import { playCamera, studioCamera } from '../support/live/camera.ts';
import { expect, test } from '../support/live/firefox.ts';
import { accountsOf } from '../support/members.ts';
import { performersIn } from '../support/people.ts';

const accounts = accountsOf('firefox');

test('L4.55 a member shows a camera in Firefox, and the performer sees it in Chromium', async ({
  tab,
  product,
  request,
  page,
}) => {
  const [performer = ''] = await performersIn({ request }, 'live');
  const studio = await studioCamera({ performer, origin: product.url });
  await tab.logIn(accounts.rich);
  await tab.page.goto(`${product.url}/en/stream/${performer}`);
  await tab.press('Start for 60 credits a minute');
  await expectDecoded(tab.page);
  await tab.press(`Show your camera to ${performer}`);
  await tab.press('Start camera');
  await tab.see(`${performer} sees your camera`);
  const [camera] = await studio.cameras();
  expect(camera).toMatchObject({ state: 'started', publishing: true });
  const target = await studio.target(camera?.session ?? '');
  if (!target) throw new Error('the performer cannot watch the camera');
  await page.goto('/privacy');
  await playCamera(page, target);
  await expect.poll(() => framesOf(page)).toBeGreaterThan(5);
  // Closes the performer's player, which would reconnect to the stopped camera.
  await page.goto('about:blank');
  await tab.press('Stop your camera');
  await expect.poll(() => studio.cameras()).toEqual([]);
});
