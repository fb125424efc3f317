import { createMediaTokens } from '../access/tokens.ts';
import { type ServedMedia, steadyNow } from '../port/served.ts';
import { House } from './house.ts';
import { stageRoutes } from './routes.ts';

export interface StageOptions {
  /** Signs the media tokens; at least 32 characters. */
  secret: string;
  /** Path at which `routes` is mounted; with an origin if pages have another origin. */
  baseUrl?: string | undefined;
  now?: (() => number) | undefined;
}

/**
 * A media gateway without media, for tests of a product: the test sets whether viewers are delivering, stalled or
 * gone. Delivery follows the clock. Its player (`nanowebrtc`) draws the picture.
 */
export function createStageMedia({ secret, baseUrl = '/media', now = steadyNow }: StageOptions): ServedMedia {
  const { issue, authorize, revoke } = createMediaTokens(secret, now);
  const house = new House(now);
  return {
    shared: false,
    publishAgent: 'nano',
    publishTarget: async (room, subject, seconds) => ({
      url: `${baseUrl}/stage/publish/${room}`,
      ...(await issue(room, subject, 'publish', seconds)),
      iceServers: [],
    }),
    playTarget: async (room, subject, seconds) => ({
      agent: 'nano',
      streamname: `${baseUrl}/stage/view/${room}`,
      token: (await issue(room, subject, 'view', seconds)).token,
    }),
    room: (name) => house.room(name),
    picture: async () => null,
    viewer: (subject) => house.viewer(subject),
    watchers: (room) => house.watchers(room),
    drop: (subject) => {
      // Token before connection: a player that reconnects at once must be refused.
      revoke(subject);
      house.drop(subject);
    },
    closeRoom: (name) => house.closeRoom(name),
    close: async () => house.endViews(),
    routes: () => stageRoutes({ house, authorize, now }),
    stats: () => house.stats(),
    // A stopping server waits for open responses, and views are open responses.
    attach: () => () => house.endViews(),
  };
}
