import { type Addresses, apiOriginOf } from '#server/config/api-address.ts';
import type { Config } from '#server/config/config.ts';
import { createApartMedia } from './apart/apart-media.ts';
import { createEmbeddedMedia, type EmbeddedMedia, type EmbeddedMediaOptions } from './embedded.ts';

/** The embedded media server, in this process or beside it, as configured. */
export function createMedia(
  config: Pick<Config, 'secret' | 'media'> & Addresses,
  log?: EmbeddedMediaOptions['log'],
): EmbeddedMedia {
  const { secret, media } = config;
  const { host, ports, ice } = media;
  const baseUrl = `${apiOriginOf(config) ?? ''}/media`;
  const options = { secret, host, ice, log, baseUrl, ...(ports ? { portRange: ports } : {}) };
  if (media.process === 'off') return createEmbeddedMedia(options);
  return createApartMedia({ ...options, home: media.process === 'own' ? 'process' : 'thread' });
}
