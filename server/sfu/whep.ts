import type { Entrance, MediaDoor, OpenSession } from './door.ts';
import { offerRoutes } from './offer-routes.ts';
import type { Offer } from './sdp.ts';

/** WHEP: a player posts its offer and receives the room's media, also after the publisher reconnects. */
export function whepRoutes(
  parts: MediaDoor & { sessions: { view(entrance: Entrance, offer: Offer): Promise<OpenSession> } },
): void {
  offerRoutes(parts, {
    path: '/whep/:room',
    right: 'view',
    open: (entrance, offer) => parts.sessions.view(entrance, offer),
  });
}
