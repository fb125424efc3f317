import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, beforeAll } from 'vitest';
import { type OwnJanus, startOwnJanus } from '#server/testing/janus/own-janus.ts';
import { type JanusPlayer, playJanus } from '#server/testing/janus/player.ts';
import { createEncoder, createTestPeer, mediaRequest, type TestPeer } from '#server/testing/whip-client.ts';
import { type GatewayUnderTest, mediaGatewayContract } from '../contract.ts';
import { createJanusMedia } from './index.ts';

let janus: OwnJanus;
beforeAll(async () => {
  janus = await startOwnJanus();
});
afterAll(() => janus.remove());

async function openJanus(): Promise<GatewayUnderTest> {
  const gateway = createJanusMedia({
    janus: janus.config,
    secret: 'a secret that is long enough for a test',
    redis: null,
  });
  const app = new Hono().route('/media', gateway.routes());
  const server = createServer(getRequestListener(app.fetch));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const detach = gateway.attach(server);
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const send = (path: string, init: RequestInit) => fetch(`${origin}${path}`, init);
  const peers: TestPeer[] = [];
  const players: JanusPlayer[] = [];

  return {
    gateway,
    publish: async ({ url, token }) => {
      const peer = await createTestPeer({ direction: 'sendonly' });
      peers.push(peer);
      const response = await mediaRequest(send, url, { token, body: peer.offer });
      if (response.status !== 201) throw new Error(`refused with ${response.status}`);
      await peer.accept(await response.text());
      const location = response.headers.get('Location') ?? '';
      const encoder = createEncoder(peer);
      return {
        send: () => encoder.send(),
        stop: async () => void (await mediaRequest(send, location, { method: 'DELETE', token })),
      };
    },
    play: async (config) => {
      if (config.agent !== 'janus') throw new Error(`Janus gave a config for ${config.agent}`);
      const player = await playJanus(config, origin);
      players.push(player);
      return player;
    },
    close: async () => {
      await Promise.all(players.map((player) => player.close()));
      await Promise.all(peers.map((peer) => peer.close()));
      detach();
      await gateway.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

mediaGatewayContract('Janus', openJanus);
