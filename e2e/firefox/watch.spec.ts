import { createEncoder, createTestPeer, mediaRequest, type TestCodec } from '@vonk/media/testing';
import { expectDecoded } from '@vonk/media/testing/browser';
import { pathOf } from '#contract/endpoint.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { setStatus, startBroadcast, studioLogin } from '#contract/studio/studio-calls.ts';
import { test } from '../support/live/firefox.ts';
import { performersIn } from '../support/people.ts';
import { until } from '../support/started/until.ts';

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

/** ms between two packets, about the rate of a slow camera. */
const PACKET_MS = 50;

interface Encoder {
  /** Takes the performer offline and ends the broadcast. */
  stop(): Promise<void>;
}

/** Broadcasts in free chat as a performer whom the demo does not play, with an encoder of this process. */
async function broadcastAs(username: string, url: string, codec: TestCodec): Promise<Encoder> {
  let token = '';
  const ask = async (call: typeof studioLogin | typeof startBroadcast | typeof setStatus, input: object) => {
    const response = await fetch(url + pathOf(call), {
      method: call.method,
      headers: {
        'api-key': 'vonk-web',
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify(input),
    });
    if (!response.ok) throw new Error(`${call.path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
  ({ token } = studioLogin.output.parse(await ask(studioLogin, { username, password: 'Studio1234' })));
  const target = startBroadcast.output.parse(await ask(startBroadcast, {}));
  const peer = await createTestPeer({ direction: 'sendonly', codec });
  const send = (path: string, init: RequestInit) => fetch(new URL(path, url), init);
  const created = await mediaRequest(send, target.url, { token: target.token, body: peer.offer });
  await peer.accept(await created.text());
  const encoder = createEncoder(peer);
  const sending = setInterval(() => encoder.send(), PACKET_MS);
  // The product detects the broadcast a moment after the first packet.
  await until(async () => Boolean(await ask(setStatus, { onlineStatus: onlineStatus.free })));
  return {
    stop: async () => {
      clearInterval(sending);
      await ask(setStatus, { onlineStatus: onlineStatus.offline });
      await peer.close();
    },
  };
}
