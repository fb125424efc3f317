import { type Addresses, apiOriginOf } from '#server/config/api-address.ts';
import type { Config } from '#server/config/config.ts';
import { createEmbeddedMedia, type EmbeddedMedia, type EmbeddedMediaOptions } from './embedded.ts';

/** The media server in this process, as configured. */
export function createMedia(
  config: Pick<Config, 'secret' | 'media'> & Addresses,
  log?: EmbeddedMediaOptions['log'],
): EmbeddedMedia {
  const { secret, media } = config;
  const { host, ports, ice } = media;
  const baseUrl = `${apiOriginOf(config) ?? ''}/media`;
  return createEmbeddedMedia({ secret, host, ice, log, baseUrl, ...(ports ? { portRange: ports } : {}) });
}
