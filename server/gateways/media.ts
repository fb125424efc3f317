import type { PublishKeys, ServedMedia } from '@vonk/media';
import { createApartMedia, createEmbeddedMedia, type EmbeddedMediaOptions } from '@vonk/media/embedded';
import { createJanusMedia } from '@vonk/media/janus';
import type { Redis } from 'ioredis';
import { type Addresses, apiOriginOf } from '#server/config/api-address.ts';
import type { Config } from '#server/config/config.ts';

/** Dependencies of `createMedia` besides the configuration. */
export interface MediaSurroundings {
  log?: EmbeddedMediaOptions['log'];
  /** Shared by the nodes of the product, if there are several. */
  redis?: Redis | null;
  /** Keys of encoders; without them only tokens can publish. */
  keys?: PublishKeys;
  /** The product's clock, in ms: what the media server counts is compared with it. */
  now?: () => number;
}

/** Base URL of the media server's routes for players and encoders. */
export const mediaBaseUrl = (config: Addresses): string => `${apiOriginOf(config) ?? ''}/media`;

/** The media server, as configured. */
export function createMedia(
  config: Pick<Config, 'secret' | 'media'> & Addresses,
  { log, redis = null, keys, now }: MediaSurroundings = {},
): ServedMedia {
  const { secret, media } = config;
  const { host, ports, ice, janus } = media;
  const baseUrl = mediaBaseUrl(config);
  if (janus) return createJanusMedia({ janus, secret, redis, ice, baseUrl, keys, log, now });
  const options = { secret, host, ice, log, baseUrl, keys, now, ...(ports ? { portRange: ports } : {}) };
  if (media.process === 'off') return createEmbeddedMedia(options);
  return createApartMedia({ ...options, home: media.process === 'own' ? 'process' : 'thread' });
}
