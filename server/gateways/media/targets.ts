import type { IceConfig } from '#server/config/ice-servers.ts';
import type { MediaGateway } from '#server/ports/media.ts';
import { iceServersFor } from './ice-servers.ts';
import { createMediaTokens, type MediaTokens } from './tokens.ts';

interface TargetOptions {
  secret: string;
  ice: IceConfig | undefined;
  baseUrl: string;
  now: () => number;
}

export interface MediaTargets extends Pick<MediaTokens, 'authorize' | 'revoke'> {
  publish: MediaGateway['publishTarget'];
  play: MediaGateway['playTarget'];
  iceServers(subject: string): ReturnType<typeof iceServersFor>;
}

/** Where an encoder publishes and a player plays at the embedded media server, and with which token. */
export function createTargets({ secret, ice, baseUrl, now }: TargetOptions): MediaTargets {
  const { issue, authorize, revoke } = createMediaTokens(secret, now);
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
      return { agent: 'whep', url: `${baseUrl}/whep/${room}`, token, iceServers: iceServers(subject) };
    },
  };
}
