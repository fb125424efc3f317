import type { Config } from '#server/config/config.ts';
import type { ReadHeader } from './geo-location.ts';

export interface Sender {
  readonly header: ReadHeader;
  /** Requested host name and port. */
  readonly host: string;
}

/**
 * Whether a page of this site sent the request: by Origin or, if that is missing or `null`, Sec-Fetch-Site. Null if
 * both are missing: a program, or a reading browser older than 2023.
 */
export function isFromOwnPage(config: Config, { header, host }: Sender): boolean | null {
  const origin = header('origin');
  if (origin !== undefined && origin !== 'null') return isOwnOrigin(config, origin, host);
  const site = header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  return origin === undefined ? null : false;
}

/** The origin of PUBLIC_URL, or in the demo of the requested host. */
function isOwnOrigin(config: Config, origin: string, host: string): boolean {
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  return url.origin === new URL(config.publicUrl).origin || (config.mode === 'demo' && url.host === host);
}

/** Whether a request with this method may change something. */
export const isWrite = (method: string): boolean => !['GET', 'HEAD', 'OPTIONS'].includes(method);
