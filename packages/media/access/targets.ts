import type { MediaGateway } from '../port/gateway.ts';
import type { IceConfig } from '../port/ice-config.ts';
import { iceServersFor } from './ice-servers.ts';
import { createMediaTokens, type MediaTokens, type Revocations } from './tokens.ts';

interface TargetOptions {
  secret: string;
  ice: IceConfig | undefined;
  baseUrl: string;
  now: () => number;
  /** Which player there is for this media server. */
  agent: 'whep' | 'janus';
  /** What several nodes share; without it this process is the only one. */
  revocations?: Revocations;
}

export interface MediaTargets extends Pick<MediaTokens, 'authorize' | 'revoke'> {
  publish: MediaGateway['publishTarget'];
  play: MediaGateway['playTarget'];
  iceServers(subject: string): ReturnType<typeof iceServersFor>;
}

/** Where an encoder publishes and a player plays, and with which token. */
export function createTargets(options: TargetOptions): MediaTargets {
  const { secret, ice, baseUrl, now, agent, revocations } = options;
  const { issue, authorize, revoke } = createMediaTokens(secret, now, revocations);
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
