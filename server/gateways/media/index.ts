import type { Config } from '#server/config/config.ts';
import { createEmbeddedMedia, type EmbeddedMedia, type EmbeddedMediaOptions } from './embedded.ts';

/** The media server in this process, as configured. */
export function createMedia(
  { secret, media: { host, ports, ice } }: Pick<Config, 'secret' | 'media'>,
  log?: EmbeddedMediaOptions['log'],
): EmbeddedMedia {
  return createEmbeddedMedia({ secret, host, ice, log, ...(ports ? { portRange: ports } : {}) });
}
