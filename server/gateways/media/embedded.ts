import type { IceConfig } from '#server/config/ice-servers.ts';
import { createSfu, type SfuOptions } from '#server/sfu/index.ts';
import { iceServersFor } from './ice-servers.ts';
import type { ServedMedia } from './served.ts';
import { createMediaTokens } from './tokens.ts';

export interface EmbeddedMediaOptions
  extends Pick<SfuOptions, 'host' | 'portRange' | 'log' | 'onPublisher' | 'limits' | 'now'> {
  /** Signs the media tokens; at least 32 characters. */
  secret: string;
  /** What players and encoders are told of STUN and TURN; nothing unless set. */
  ice?: IceConfig | undefined;
  /** Where `routes` is mounted; with an origin when players come from another one. */
  baseUrl?: string | undefined;
}

export type EmbeddedMedia = ServedMedia;

export function createEmbeddedMedia(options: EmbeddedMediaOptions): EmbeddedMedia {
  const { secret, ice, baseUrl = '/media', now = Date.now, ...rest } = options;
  const tokens = createMediaTokens(secret, now);
  const iceServers = (subject: string) => (ice ? iceServersFor(ice, subject, now()) : []);
  const sfu = createSfu({ ...rest, now, iceServers, authorize: tokens.authorize });

  return {
    shared: false,
    publishAgent: 'whip',
    publishTarget: async (room, subject, seconds) => ({
      url: `${baseUrl}/whip/${room}`,
      ...(await tokens.issue(room, subject, 'publish', seconds)),
      iceServers: iceServers(subject),
    }),
    playTarget: async (room, subject, seconds) => {
      const { token } = await tokens.issue(room, subject, 'view', seconds);
      return { agent: 'whep', url: `${baseUrl}/whep/${room}`, token, iceServers: iceServers(subject) };
    },
    room: (name) => sfu.room(name),
    picture: (name) => sfu.picture(name),
    viewer: (subject) => sfu.viewer(subject),
    drop: (subject) => {
      // Token before session: a player that reconnects at once must be refused.
      tokens.revoke(subject);
      sfu.drop(subject);
    },
    closeRoom: (name) => sfu.closeRoom(name),
    close: () => sfu.close(),
    routes: () => sfu.routes(),
    stats: () => sfu.stats(),
    attach: () => () => undefined,
  };
}
