import type { IceConfig } from '@vonk/media';
import type { JanusConfig } from '@vonk/media/janus';
import { iceMistake } from './ice-servers.ts';
import { type JanusVariables, janusConfig } from './janus.ts';

export interface MediaConfig {
  host: string;
  ports: [number, number] | null;
  ice: IceConfig;
  /** Where the embedded media server runs: in the product's process, in its own process, or in a thread. */
  process: 'off' | 'own' | 'thread';
  /** Null with the embedded media server. */
  janus: JanusConfig | null;
}

interface MediaVariables extends JanusVariables {
  readonly MEDIA_PROCESS: MediaConfig['process'];
  readonly MEDIA_HOST: string;
  readonly MEDIA_PORTS?: string | undefined;
  readonly ICE_SERVERS: IceConfig['servers'];
  readonly TURN_SECRET?: string | undefined;
  readonly TURN_TTL_SECONDS: number;
}

/** The configuration, or a sentence about what is wrong. */
export function mediaConfig(env: MediaVariables): MediaConfig | string {
  const ports = env.MEDIA_PORTS?.split('-').map(Number);
  const ice: IceConfig = {
    servers: env.ICE_SERVERS,
    turnSecret: env.TURN_SECRET ?? null,
    turnTtlSeconds: env.TURN_TTL_SECONDS,
  };
  const mistake = iceMistake(ice);
  if (mistake) return mistake;
  const janus = janusConfig(env);
  if (typeof janus === 'string') return janus;
  return {
    host: env.MEDIA_HOST,
    ports: ports ? [ports[0] ?? 0, ports[1] ?? 0] : null,
    ice,
    process: env.MEDIA_PROCESS,
    janus,
  };
}
