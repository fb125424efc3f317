import { expectDecoded } from '@vonk/media/testing/browser';
import { test } from '../support/live/firefox.ts';
import { enter, expectPictures } from '../support/people.ts';

test.use({ cast: false });

test('a performer goes live from Firefox, and a guest watches in Chromium', async ({
  tab,
  product,
  page,
}) => {
  await tab.page.goto(`${product.url}/en/studio/login?next=%2Fen%2Fstudio%2Flive`);
  await tab.page.locator('input[name=username]').fill('Yara');
  await tab.page.locator('input[name=password]').fill('Studio1234');
  await tab.press('Log in');
  await tab.press('Open camera and microphone');
  await tab.press('Start rehearsal');
  // Her own picture, as it comes back from the media server.
  await expectDecoded(tab.page);
  await tab.press('Go live with free chat');
  await tab.see('LIVE: visitors see you, free of charge');

  await enter(page.context(), product.url);
  await page.goto('/stream/Yara');
  await expectPictures(page);
  await tab.see('1 watching');
  await tab.press('Mute microphone');
  await tab.see('MUTED: nobody hears you');
  // Closes the guest's player, which would reconnect to the ended broadcast.
  await page.goto('about:blank');
  await tab.press('End broadcast');
  await tab.see('Nobody sees you');
});
