import type { Config } from '#server/config/config.ts';
import type { ReadHeader } from './geo-location.ts';

export interface Sender {
  readonly header: ReadHeader;
  /** Name and port that were asked for. */
  readonly host: string;
}

/**
 * Whether one of our own pages sent a request: by its Origin, else by Sec-Fetch-Site. An Origin of `null` is a page's
 * that tells nobody where it is, ours or not. The answer is null where there is neither header: a program, or a browser
 * of before 2023 that reads.
 */
export function isFromOwnPage(config: Config, { header, host }: Sender): boolean | null {
  const origin = header('origin');
  if (origin !== undefined && origin !== 'null') return isOwnOrigin(config, origin, host);
  const site = header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  return origin === undefined ? null : false;
}

/** PUBLIC_URL's, or in the demo that of the requested host. */
function isOwnOrigin(config: Config, origin: string, host: string): boolean {
  if (!URL.canParse(origin)) return false;
  const asked = new URL(origin);
  return asked.origin === new URL(config.publicUrl).origin || (config.mode === 'demo' && asked.host === host);
}

/** Whether a request with this method may change something. */
export const isWrite = (method: string): boolean => !['GET', 'HEAD', 'OPTIONS'].includes(method);
