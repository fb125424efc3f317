import type { Context } from 'hono';
import type { Entrance, MediaDoor, OpenSession } from './door.ts';
import {
  answerCreated,
  bearerToken,
  createRateLimit,
  requireGrant,
  requireType,
  sdpType,
  smallBody,
} from './http.ts';
import { Refusal } from './refusal.ts';
import { type Offer, readOffer } from './sdp.ts';
import type { MediaRight } from './types.ts';

interface OfferEndpoint {
  path: string;
  right: MediaRight;
  open(entrance: Entrance, offer: Offer): Promise<OpenSession>;
}

function roomOf(c: Context): string {
  const room = c.req.param('room') ?? '';
  if (!/^[\w-]{1,64}$/.test(room)) throw new Refusal(404, 'There is no such room');
  return room;
}

/** The part of WHIP and WHEP that is the same: POST an offer, get a session. */
export function offerRoutes({ app, options, limits }: MediaDoor, endpoint: OfferEndpoint): void {
  const { path, right, open } = endpoint;
  const limitPosts = createRateLimit(limits.postsPerSubject);

  app.post(path, smallBody, async (c) => {
    requireType(c, sdpType);
    const room = roomOf(c);
    const token = bearerToken(c);
    const { subject } = await requireGrant(options, token, { room, right });
    await limitPosts(subject);
    const session = await open({ room, subject, token }, readOffer(await c.req.text()));
    // The token may have been revoked while the answer was made; nobody else would end this session.
    await requireGrant(options, token, { room, right }).catch((error: unknown) => {
      session.end('revoked');
      throw error;
    });
    return answerCreated(c, session, options.iceServers?.(subject) ?? []);
  });
  app.options(path, (c) => c.body(null, 200, { 'Accept-Post': sdpType }));
  app.get(path, (c) => c.body(null, 204));
  app.all(path, (c) => c.body(null, 405, { Allow: 'GET, POST, OPTIONS' }));
}
