import { expectDecoded } from '@vonk/media/testing/browser';
import { broadcastAs } from '../support/live/encoder.ts';
import { test } from '../support/live/firefox.ts';
import { performersIn } from '../support/people.ts';

test('a guest watches free chat in Firefox', async ({ tab, product, request }) => {
  const [performer = ''] = await performersIn({ request }, 'free');
  await tab.page.goto(`${product.url}/stream/${performer}`);
  await expectDecoded(tab.page);
  await tab.see('Gratis chat');
});

const sites = [
  {
    home: '',
    title: 'Je browser kan deze stream niet afspelen',
    others: 'Met Chrome, Edge of Safari kun je wel kijken.',
  },
  {
    home: '/en',
    title: 'Your browser cannot play this stream',
    others: 'Chrome, Edge and Safari can play it.',
  },
] as const;

test('a page explains that this Firefox cannot play a stream in H.264', async ({ tab, product }) => {
  const performer = 'Ruben';
  const encoder = await broadcastAs(performer, product.url, 'H264');
  for (const { home, title, others } of sites) {
    await tab.page.goto(`${product.url}${home}/stream/${performer}`);
    await tab.see(title);
    await tab.see(others);
  }
  await encoder.stop();
});
