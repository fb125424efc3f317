import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import type { Redis } from 'ioredis';
import type { PlayerConfig } from '#contract/media/player.ts';
import type { PublishTarget } from '#server/ports/media.ts';
import type { OwnJanus } from '#server/testing/janus/own-janus.ts';
import { type JanusPlayer, playJanus } from '#server/testing/janus/player.ts';
import { createEncoder, createTestPeer, mediaRequest, type TestPeer } from '#server/testing/whip-client.ts';
import type { GatewayUnderTest } from '../contract.ts';
import { createJanusMedia } from './index.ts';

interface JanusNode extends GatewayUnderTest {
  origin: string;
  publish(target: PublishTarget): Promise<{ send(payload?: Buffer): void; stop(): Promise<void> }>;
  play(config: PlayerConfig): Promise<JanusPlayer>;
}

/** A node of the product, as far as media goes; with a Redis one of several. */
export async function openJanus({ config }: OwnJanus, redis: Redis | null = null): Promise<JanusNode> {
  const secret = 'a secret that is long enough for a test';
  const gateway = createJanusMedia({ janus: config, secret, redis });
  const app = new Hono().route('/media', gateway.routes());
  const server = createServer(getRequestListener(app.fetch));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const detach = gateway.attach?.(server);
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const send = (path: string, init: RequestInit) => fetch(`${origin}${path}`, init);
  const peers: TestPeer[] = [];
  const players: JanusPlayer[] = [];

  return {
    gateway,
    origin,
    publish: async ({ url, token }) => {
      const peer = await createTestPeer({ direction: 'sendonly' });
      peers.push(peer);
      const response = await mediaRequest(send, url, { token, body: peer.offer });
      if (response.status !== 201) throw new Error(`refused with ${response.status}`);
      await peer.accept(await response.text());
      const location = response.headers.get('Location') ?? '';
      const encoder = createEncoder(peer);
      return {
        send: (payload) => encoder.send('video', payload),
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
      detach?.();
      await gateway.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
