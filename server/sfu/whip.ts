import { type MediaRoutes, offerRoutes } from './offer-routes.ts';

/** WHIP (RFC 9725): an encoder posts its offer and becomes the room's publisher. */
export function whipRoutes(parts: MediaRoutes): void {
  offerRoutes(parts, {
    path: '/whip/:room',
    right: 'publish',
    describe: (c) => c.body(null, 204),
    open: (entrance, offer) => parts.sessions.publish(entrance, offer),
  });
}
