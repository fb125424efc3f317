import type { Context } from 'hono';
import type { Entrance, MediaDoor, MediaRight, OpenSession } from './door.ts';
import { answerCreated, bearerToken, requireGrant, requireType, sdpType, smallBody } from './http.ts';
import { Refusal } from './refusal.ts';
import { createRateLimit } from './request-limits.ts';
import { type Offer, readOffer } from './sdp/offer.ts';

const allowed = 'GET, HEAD, POST, OPTIONS';

interface OfferEndpoint {
  path: string;
  right: MediaRight;
  open(entrance: Entrance, offer: Offer): Promise<OpenSession>;
  /** Response to GET, and so to HEAD, which Hono handles as GET. */
  describe(c: Context): Response;
}

function roomOf(c: Context): string {
  const room = c.req.param('room') ?? '';
  if (!/^[\w-]{1,64}$/.test(room)) throw new Refusal(404, 'No such room');
  return room;
}

/** The common part of WHIP and WHEP: POST an offer, get a session. */
export function offerRoutes({ app, options, limits }: MediaDoor, endpoint: OfferEndpoint): void {
  const { path, right, open, describe } = endpoint;
  const limitPosts = createRateLimit(limits.postsPerSubject, limits.countedSeconds);

  app.post(path, smallBody, async (c) => {
    requireType(c, sdpType);
    const room = roomOf(c);
    const token = bearerToken(c);
    const { subject } = await requireGrant(options, token, { room, right });
    await limitPosts(subject);
    const session = await open({ room, subject, token }, readOffer(await c.req.text()));
    // The token may have been revoked before there was a session to end.
    await requireGrant(options, token, { room, right }).catch((error: unknown) => {
      session.end('revoked');
      throw error;
    });
    return answerCreated(c, session, options.iceServers?.(subject) ?? []);
  });
  app.options(path, (c) => c.body(null, 200, { 'Accept-Post': sdpType, Allow: allowed }));
  app.get(path, describe);
  app.all(path, (c) => c.body(null, 405, { Allow: allowed }));
}

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
