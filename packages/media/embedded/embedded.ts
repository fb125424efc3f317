import { createTargets } from '../access/targets.ts';
import type { PublishKeys } from '../port/gateway.ts';
import type { IceConfig } from '../port/player-config.ts';
import { type ServedMedia, steadyNow } from '../port/served.ts';
import { createSfu, type SfuOptions } from './sfu/index.ts';

export interface EmbeddedMediaOptions
  extends Pick<SfuOptions, 'host' | 'portRange' | 'log' | 'onPublisher' | 'limits' | 'now'> {
  /** Signs the media tokens; at least 32 characters. */
  secret: string;
  /** STUN and TURN servers for players and encoders; none by default. */
  ice?: IceConfig | undefined;
  /** Where `routes` is mounted; with an origin when players come from another origin. */
  baseUrl?: string | undefined;
  keys?: PublishKeys | undefined;
}

export function createEmbeddedMedia(options: EmbeddedMediaOptions): ServedMedia {
  const { secret, ice, baseUrl = '/media', keys, now = steadyNow, ...rest } = options;
  const targets = createTargets({ secret, ice, baseUrl, now, agent: 'whep', keys });
  const sfu = createSfu({ ...rest, now, iceServers: targets.iceServers, authorize: targets.authorize });

  return {
    shared: false,
    publishAgent: 'whip',
    publishTarget: targets.publish,
    playTarget: targets.play,
    room: (name) => sfu.room(name),
    picture: (name, size) => sfu.picture(name, size),
    viewer: (subject) => sfu.viewer(subject),
    watchers: (room) => sfu.watchers(room),
    drop: (subject) => {
      // Token before session: a player that reconnects at once must be refused.
      targets.revoke(subject);
      sfu.drop(subject);
    },
    closeRoom: (name) => sfu.closeRoom(name),
    close: () => sfu.close(),
    routes: () => sfu.routes(),
    stats: () => sfu.stats(),
  };
}
