import type { PlayerConfig } from '@vonk/media';
import {
  createEncoder,
  createTestPeer,
  type JanusPlayer,
  mediaRequest,
  playJanus,
  startOwnJanus,
  type TestPeer,
} from '@vonk/media/testing';
import { startSharedMedia } from '#server/testing/shared-media/server.ts';

/** The player of one member. */
export interface ClusterPlayer {
  /** Decoded frames and ms of received media in this session. */
  read(): { frames: number; deliveredMs: number };
  /** Whether media still arrives. */
  isServed(): boolean;
}

/** A media server shared by all nodes of a cluster, with its encoders and players. */
export interface ClusterMedia {
  /** Environment variables with which a node finds it. */
  environment: Record<string, string>;
  /** Program that a node runs; the product's by default. */
  entry?: string;
  /** Allowed difference in ms between billed and received time: the counter's interval. */
  tickMs: number;
  /** Publishes to a node's target; rejects if it is refused. `nodes`: origins of the product's nodes. */
  publish(target: { url: string; token: string }, nodes: readonly string[]): Promise<void>;
  /** Rejects if the config is refused. */
  play(config: PlayerConfig, nodes: readonly string[]): Promise<ClusterPlayer>;
  close(): Promise<void>;
}

/** The media server of the tests, which counts what it would send. */
export async function testMedia(): Promise<ClusterMedia> {
  const media = await startSharedMedia();
  return {
    entry: 'e2e/support/started/with-stage.ts',
    environment: { SHARED_MEDIA: media.url },
    tickMs: 1000,
    publish: async (target) => void media.publish(target),
    play: async (config) => media.play(config),
    close: media.close,
  };
}

/** ms between two packets of an encoder, and ms without a packet after which a player counts as not served. */
const PACKET_MS = 40;
const SILENCE_MS = 1000;

/** A real Janus with WHIP encoders and players of its API, both connected through the nodes. */
export async function janusMedia(): Promise<ClusterMedia> {
  const janus = await startOwnJanus();
  const peers: TestPeer[] = [];
  const players: JanusPlayer[] = [];
  const sending: NodeJS.Timeout[] = [];
  let turn = 0;
  return {
    environment: janus.environment,
    tickMs: 1500,
    publish: async ({ url, token }, [node = '']) => {
      const peer = await createTestPeer({ direction: 'sendonly' });
      peers.push(peer);
      const send = (path: string, init: RequestInit) => fetch(new URL(path, node), init);
      const answer = await mediaRequest(send, url, { token, body: peer.offer });
      if (answer.status !== 201) throw new Error(`WHIP answered ${answer.status}`);
      await peer.accept(await answer.text());
      const encoder = createEncoder(peer);
      sending.push(setInterval(() => encoder.send(), PACKET_MS));
    },
    play: async (config, nodes) => {
      if (config.agent !== 'janus') throw new Error(`Janus gave a config for ${config.agent}`);
      const player = await playJanus(config, nodes[turn++ % nodes.length] ?? '');
      players.push(player);
      return {
        read: () => ({ frames: player.packets, deliveredMs: player.deliveredMs }),
        isServed: () => Date.now() - player.lastMediaAt < SILENCE_MS,
      };
    },
    close: async () => {
      for (const timer of sending) clearInterval(timer);
      await Promise.all([...players, ...peers].map((one) => one.close()));
      await janus.remove();
    },
  };
}
