import { createHmac } from 'node:crypto';
import { type IceConfig, needsCredentials } from '../port/ice-config.ts';
import type { IceServerConfig } from '../port/player-config.ts';

/**
 * The servers one subject is told. Those without a login get one that ends, as coturn checks it with `use-auth-secret`
 * (draft-uberti-behave-turn-rest-00): the end in seconds since 1970 and whose it is, signed with the shared secret.
 * `now` in ms.
 */
export function iceServersFor(
  { servers, turnSecret, turnTtlSeconds }: IceConfig,
  subject: string,
  now: number,
): IceServerConfig[] {
  if (turnSecret === null) return [...servers];
  const username = `${Math.floor(now / 1000) + turnTtlSeconds}:${subject}`;
  const credential = createHmac('sha1', turnSecret).update(username).digest('base64');
  return servers.map((server) => (needsCredentials(server) ? { ...server, username, credential } : server));
}
