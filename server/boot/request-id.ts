import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What log lines and the answer of one request carry: the proxy's own, or a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\w.:-]{1,64}$/.test(given) ? given : randomUUID();
}
