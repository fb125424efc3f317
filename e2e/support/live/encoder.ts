import { createEncoder, createTestPeer, mediaRequest, type TestCodec } from '@vonk/media/testing';
import { pathOf } from '#contract/endpoint.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { setStatus, startBroadcast, studioLogin } from '#contract/studio/studio-calls.ts';
import { until } from '../started/until.ts';

/** ms between two packets, about the rate of a slow camera. */
const PACKET_MS = 50;

export interface Encoder {
  /** Takes the performer offline and ends the broadcast. */
  stop(): Promise<void>;
}

/** Broadcasts in free chat as a performer whom the demo does not play, with an encoder of this process. */
export async function broadcastAs(username: string, url: string, codec: TestCodec): Promise<Encoder> {
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
