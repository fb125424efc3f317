import { Hono } from 'hono';
import type { PublishTarget } from '../port/gateway.ts';
import type { PlayerConfig } from '../port/player-config.ts';
import type { GatewayUnderTest } from '../testing/gateway-contract.ts';
import type { OwnJanus } from '../testing/janus/own-janus.ts';
import { type JanusPlayer, playJanus } from '../testing/janus/player.ts';
import { listen } from '../testing/network.ts';
import { createEncoder, createTestPeer, mediaRequest, type TestPeer } from '../testing/whip-client.ts';
import { createJanusMedia, type JanusMediaOptions } from './index.ts';

export interface JanusBroadcast {
  peer: TestPeer;
  answer: string;
  send(payload?: Buffer): void;
  /** Sends a fragment to the session. */
  patch(fragment: string, match: string): Promise<Response>;
  stop(): Promise<void>;
}

interface JanusNode extends GatewayUnderTest {
  origin: string;
  publish(target: PublishTarget): Promise<JanusBroadcast>;
  play(config: PlayerConfig): Promise<JanusPlayer>;
}

/** The media part of a node; with a Redis, one of several. */
export async function openJanus(
  { config }: OwnJanus,
  options: Partial<JanusMediaOptions> = {},
): Promise<JanusNode> {
  const secret = 'a secret that is long enough for a test';
  const gateway = createJanusMedia({ janus: config, secret, redis: null, ...options });
  const listening = await listen(new Hono().route('/media', gateway.routes()));
  const { server, origin } = listening;
  const detach = gateway.attach?.(server);
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
      if (response.status !== 201) throw new Error(`Refused with ${response.status}`);
      const answer = await response.text();
      await peer.accept(answer);
      const location = response.headers.get('Location') ?? '';
      const encoder = createEncoder(peer);
      return {
        peer,
        answer,
        send: (payload) => encoder.send('video', payload),
        patch: (body, match) =>
          mediaRequest(send, location, {
            method: 'PATCH',
            token,
            body,
            headers: { 'If-Match': match },
            type: 'application/trickle-ice-sdpfrag',
          }),
        stop: async () => void (await mediaRequest(send, location, { method: 'DELETE', token })),
      };
    },
    play: async (config) => {
      if (config.agent !== 'janus') throw new Error(`Unsupported agent ${config.agent}`);
      const player = await playJanus(config, origin);
      players.push(player);
      return player;
    },
    close: async () => {
      await Promise.all(players.map((player) => player.close()));
      await Promise.all(peers.map((peer) => peer.close()));
      detach?.();
      await gateway.close();
      await listening.close();
    },
  };
}
