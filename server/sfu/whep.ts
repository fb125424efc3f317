import { type MediaRoutes, offerRoutes } from './offer-routes.ts';

/** WHEP: a player posts its offer and receives the room's media, also after the publisher reconnects. */
export function whepRoutes(parts: MediaRoutes): void {
  offerRoutes(parts, {
    path: '/whep/:room',
    right: 'view',
    open: (entrance, offer) => parts.sessions.view(entrance, offer),
  });
}
