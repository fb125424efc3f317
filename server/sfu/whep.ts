import { sdpType } from './http.ts';
import { type MediaRoutes, offerRoutes } from './offer-routes.ts';

/** WHEP: a player posts its offer and receives the room's media, also after the publisher reconnects. */
export function whepRoutes(parts: MediaRoutes): void {
  offerRoutes(parts, {
    path: '/whep/:room',
    right: 'view',
    // Players find out by a HEAD that this is WHEP (draft-ietf-wish-whep, 4.2).
    describe: (c) => c.body(null, 200, { 'Content-Type': sdpType }),
    open: (entrance, offer) => parts.sessions.view(entrance, offer),
  });
}
