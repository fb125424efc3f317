import { type MediaRoutes, offerRoutes } from './offer-routes.ts';

/** WHEP: a player posts its offer and receives what the room's publisher sends, now and after a restart. */
export function whepRoutes(parts: MediaRoutes): void {
  offerRoutes(parts, {
    path: '/whep/:room',
    right: 'view',
    open: (entrance, offer) => parts.sessions.view(entrance, offer),
  });
}
