import type { Entrance, MediaDoor, OpenSession } from './door.ts';
import { sdpType } from './http.ts';
import { offerRoutes } from './offer-routes.ts';
import type { Offer } from './sdp/offer.ts';

/** WHEP: a player posts its offer and receives the room's media, also after the publisher reconnects. */
export function whepRoutes(
  parts: MediaDoor & { sessions: { view(entrance: Entrance, offer: Offer): Promise<OpenSession> } },
): void {
  offerRoutes(parts, {
    path: '/whep/:room',
    right: 'view',
    // Players detect WHEP by a HEAD request (draft-ietf-wish-whep, 4.2).
    describe: (c) => c.body(null, 200, { 'Content-Type': sdpType }),
    open: (entrance, offer) => parts.sessions.view(entrance, offer),
  });
}
