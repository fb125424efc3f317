import { createHmac } from 'node:crypto';
import { type IceConfig, needsCredentials } from '../port/ice-config.ts';
import type { IceServerConfig } from '../port/player-config.ts';

/**
 * ICE servers for a subject. TURN servers without a login get an expiring login (coturn `use-auth-secret`,
 * draft-uberti-behave-turn-rest-00) by the wall clock, with which the TURN server compares.
 */
export function iceServersFor(
  { servers, turnSecret, turnTtlSeconds }: IceConfig,
  subject: string,
): IceServerConfig[] {
  if (turnSecret === null) return [...servers];
  const username = `${Math.floor(Date.now() / 1000) + turnTtlSeconds}:${subject}`;
  const credential = createHmac('sha1', turnSecret).update(username).digest('base64');
  return servers.map((server) => (needsCredentials(server) ? { ...server, username, credential } : server));
}
