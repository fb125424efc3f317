import type { Entrance, MediaDoor, OpenSession } from './door.ts';
import { offerRoutes } from './offer-routes.ts';
import type { Offer } from './sdp/offer.ts';

/** WHIP (RFC 9725): an encoder posts its offer and becomes the room's publisher. */
export function whipRoutes(
  parts: MediaDoor & { sessions: { publish(entrance: Entrance, offer: Offer): Promise<OpenSession> } },
): void {
  offerRoutes(parts, {
    path: '/whip/:room',
    right: 'publish',
    describe: (c) => c.body(null, 204),
    open: (entrance, offer) => parts.sessions.publish(entrance, offer),
  });
}
