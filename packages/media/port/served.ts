import type { Server } from 'node:http';
import type { Hono } from 'hono';
import type { MediaGateway } from './gateway.ts';

/** Sums over all rooms. */
export interface MediaStats {
  rooms: number;
  publishers: number;
  viewers: number;
  packetsIn: number;
  packetsOut: number;
}

/** A media gateway with its part of the product's HTTP server. */
export interface ServedMedia extends MediaGateway {
  /** To be mounted at /media. */
  routes(): Hono;
  stats(): MediaStats;
  /** Path of its WebSockets, if any. The HTTP server has to leave their upgrades to `attach`. */
  readonly socketPath?: string;
  /** Handles what goes beyond requests, such as WebSockets; returns a function that closes all of it. */
  attach?(server: Server): () => void;
}

/** ms since the epoch by a clock that does not jump when the host's clock is set: start of the process plus time since. */
export const steadyNow = (): number => Math.floor(performance.timeOrigin + performance.now());
