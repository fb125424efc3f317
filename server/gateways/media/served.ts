import type { Server } from 'node:http';
import type { Hono } from 'hono';
import type { MediaGateway } from '#server/ports/media.ts';
import type { SfuStats } from '#server/sfu/index.ts';

/** A media gateway with its part of the product's HTTP server. */
export interface ServedMedia extends MediaGateway {
  /** To be mounted at /media. */
  routes(): Hono;
  stats(): SfuStats;
  /** Takes what is no request, where there is such; answers how to close all of it. */
  attach?(server: Server): () => void;
}
