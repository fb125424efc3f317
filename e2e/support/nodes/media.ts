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

/** A player, as its member's browser has it. */
export interface ClusterPlayer {
  /** Of this session: frames decoded, and ms of media that came. */
  read(): { frames: number; deliveredMs: number };
  /** Whether media comes to it yet. */
  isServed(): boolean;
}

/** A media server that all nodes of a cluster ask, with what encoders and players do at it. */
export interface ClusterMedia {
  /** What a node is started with, to find it. */
  environment: Record<string, string>;
  /** The program that is a node; the product's own unless named. */
  entry?: string;
  /** ms by which what is billed may differ from what a player reported: a report under way, and the pace of the counter. */
  tickMs: number;
  /** Rejects when the target, which a node gave, is refused. `nodes`: where the product is reached. */
  publish(target: { url: string; token: string }, nodes: readonly string[]): Promise<void>;
  /** Rejects when the config is refused. */
  play(config: PlayerConfig, nodes: readonly string[]): Promise<ClusterPlayer>;
  close(): Promise<void>;
}

/** The one of the tests, which counts what it would send. */
export async function testMedia(): Promise<ClusterMedia> {
  const media = await startSharedMedia();
  return {
    entry: 'server/testing/shared-media/node.ts',
    environment: { SHARED_MEDIA: media.url },
    tickMs: 1000,
    publish: async (target) => void media.publish(target),
    play: async (config) => media.play(config),
    close: media.close,
  };
}

/** ms between two packets of an encoder, and without one after which a player is served no more. */
const PACKET_MS = 40;
const SILENCE_MS = 1000;

/** A real Janus, with encoders that speak WHIP and players that speak its API, both by way of the nodes. */
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
