import { Hono } from 'hono';
import { until } from '../embedded/sfu/testing.ts';
import type { ServedMedia } from '../port/served.ts';
import type { GatewayUnderTest } from './gateway-contract.ts';
import { collectPackets, createEncoder, createTestPeer, mediaRequest, type TestPeer } from './whip-client.ts';

/** Encoders and players of this process for an embedded media server in any process. */
export function underTest(gateway: ServedMedia): GatewayUnderTest {
  const app = new Hono().route('/media', gateway.routes());
  const peers: TestPeer[] = [];
  const send = (path: string, init: RequestInit) => app.request(path, init);

  async function connect(peer: TestPeer, url: string, token: string): Promise<string> {
    peers.push(peer);
    const response = await mediaRequest(send, url, { token, body: peer.offer });
    if (response.status !== 201) throw new Error(`Refused with ${response.status}`);
    await peer.accept(await response.text());
    return response.headers.get('Location') ?? '';
  }

  return {
    gateway,
    publish: async ({ url, token }) => {
      const peer = await createTestPeer({ direction: 'sendonly', steady: true });
      const location = await connect(peer, url, token);
      // A media server in another process reports it a moment later.
      await until(() => gateway.room(url.split('/').at(-1) ?? '').publishing);
      const encoder = createEncoder(peer);
      return {
        send: () => encoder.send(),
        stop: async () => void (await mediaRequest(send, location, { method: 'DELETE', token })),
      };
    },
    play: async (config) => {
      if (config.agent !== 'whep') throw new Error(`Unsupported agent ${config.agent}`);
      const peer = await createTestPeer({ direction: 'recvonly', steady: true });
      await connect(peer, config.url, config.token);
      const packets = collectPackets(peer);
      return {
        get packets() {
          return packets.length;
        },
      };
    },
    close: async () => {
      await Promise.all(peers.map((peer) => peer.close()));
      await gateway.close();
    },
  };
}
