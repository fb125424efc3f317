import { createHmac } from 'node:crypto';
import type { MediaGateway, PublishKeys } from '../port/gateway.ts';
import { type IceConfig, type IceServerConfig, needsCredentials } from '../port/player-config.ts';
import { createMediaTokens, type MediaTokens, type Revocations, tokenLifetimes } from './tokens.ts';

interface TargetOptions {
  secret: string;
  ice: IceConfig | undefined;
  baseUrl: string;
  now: () => number;
  /** The player for this media server. */
  agent: 'whep' | 'janus';
  /** Shared by several nodes; without it this process is the only one. */
  revocations?: Revocations;
  keys?: PublishKeys | undefined;
}

export interface MediaTargets extends Pick<MediaTokens, 'authorize' | 'revoke'> {
  publish: MediaGateway['publishTarget'];
  play: MediaGateway['playTarget'];
  iceServers(subject: string): ReturnType<typeof iceServersFor>;
}

/** Creates URLs and tokens for encoders and players. */
export function createTargets(options: TargetOptions): MediaTargets {
  const { secret, ice, baseUrl, now, agent, revocations, keys } = options;
  const elsewhere = keys ? withKeys(keys, revocations) : revocations;
  const { issue, authorize: authorizeToken, revoke } = createMediaTokens(secret, now, elsewhere);
  const authorize: MediaTokens['authorize'] = async (token, room, right) => {
    const found = await authorizeToken(token, room, right);
    if (found !== null || right !== 'publish' || !keys) return found;
    const subject = await keys.subjectOf(token, room);
    return subject === null ? null : { subject, expiresAt: now() + tokenLifetimes.publish * 1000 };
  };
  const iceServers = (subject: string) => (ice ? iceServersFor(ice, subject) : []);
  return {
    authorize,
    revoke,
    iceServers,
    publish: async (room, subject, seconds) => ({
      url: `${baseUrl}/whip/${room}`,
      ...(await issue(room, subject, 'publish', seconds)),
      iceServers: iceServers(subject),
    }),
    play: async (room, subject, seconds) => {
      const { token } = await issue(room, subject, 'view', seconds);
      const right = { token, iceServers: iceServers(subject) };
      return agent === 'whep'
        ? { agent, url: `${baseUrl}/whep/${room}`, ...right }
        : { agent, url: `${baseUrl}/janus`, room, ...right };
    },
  };
}

/** Returns the later revocation of the product's and the shared one. */
function withKeys(keys: PublishKeys, others: Revocations | undefined): Revocations {
  return {
    revokedAt: async (subject) => {
      const [own, shared] = await Promise.all([keys.revokedAt(subject), others?.revokedAt(subject) ?? null]);
      return own === null ? shared : Math.max(own, shared ?? 0);
    },
    revoke: async (subject, at) => others?.revoke(subject, at),
  };
}

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
