import type { PlayerConfig } from '#contract/media/player.ts';
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
  /** Rejects when the target, which a node gave, is refused. */
  publish(target: { url: string; token: string }): Promise<void>;
  /** Rejects when the config is refused. */
  play(config: PlayerConfig): Promise<ClusterPlayer>;
  close(): Promise<void>;
}

/** The one of the tests, which counts what it would send. */
export async function testMedia(): Promise<ClusterMedia> {
  const media = await startSharedMedia();
  return {
    entry: 'server/testing/shared-media/node.ts',
    environment: { SHARED_MEDIA: media.url },
    publish: async (target) => void media.publish(target),
    play: async (config) => media.play(config),
    close: media.close,
  };
}
