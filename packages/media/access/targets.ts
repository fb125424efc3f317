import type { MediaGateway } from '../port/gateway.ts';
import type { IceConfig } from '../port/ice-config.ts';
import { iceServersFor } from './ice-servers.ts';
import { createMediaTokens, type MediaTokens, type Revocations, tokenLifetimes } from './tokens.ts';

/** Lasting keys of encoders, which the product keeps. */
export interface PublishKeys {
  /** Who publishes in the room with this key; null if it is none. */
  subjectOf(key: string, room: string): Promise<string | null>;
  /** ms since the epoch up to which tokens of this subject are void, also after a restart; null for none. */
  revokedAt(subject: string): Promise<number | null>;
}

interface TargetOptions {
  secret: string;
  ice: IceConfig | undefined;
  baseUrl: string;
  now: () => number;
  /** Which player there is for this media server. */
  agent: 'whep' | 'janus';
  /** What several nodes share; without it this process is the only one. */
  revocations?: Revocations;
  keys?: PublishKeys | undefined;
}

export interface MediaTargets extends Pick<MediaTokens, 'authorize' | 'revoke'> {
  publish: MediaGateway['publishTarget'];
  play: MediaGateway['playTarget'];
  iceServers(subject: string): ReturnType<typeof iceServersFor>;
}

/** Where an encoder publishes and a player plays, and with which token. */
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
  const iceServers = (subject: string) => (ice ? iceServersFor(ice, subject, now()) : []);
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

/** The later of what the product keeps and what nodes tell each other. */
function withKeys(keys: PublishKeys, others: Revocations | undefined): Revocations {
  return {
    revokedAt: async (subject) => {
      const [kept, told] = await Promise.all([keys.revokedAt(subject), others?.revokedAt(subject) ?? null]);
      return kept === null ? told : Math.max(kept, told ?? 0);
    },
    revoke: async (subject, at) => others?.revoke(subject, at),
  };
}
