import type { Context } from 'hono';
import { z } from 'zod';
import type { MediaDoor, OpenSession } from './door.ts';
import { bearerToken, fragmentType, newEtag, requireGrant, requireType, smallBody } from './http.ts';
import { Refusal } from './refusal.ts';
import { createRateLimit } from './request-limits.ts';
import { readFragment, readTrickled, toFragment } from './sdp/fragment.ts';

/** `If-Match: *` requests an ICE restart; some encoders quote the star. */
const anyTag = /^"?\*"?$/;

const allowed = 'GET, HEAD, PATCH, DELETE, OPTIONS';
const allowedOfHeight = 'PUT, OPTIONS';

/** In pixels; no screen has more. */
const shownSchema = z.object({ height: z.int().min(1).max(8640) });

/** The strong tags of a list; a tag may contain a comma (RFC 9110, 8.8.3 and 13.1.1). */
const listedTags = (list: string): string[] =>
  [...list.matchAll(/(W\/)?("[^"]*")/g)].flatMap(([, weak, tag]) => (weak || !tag ? [] : [tag]));

async function patch(c: Context, session: OpenSession): Promise<Response> {
  const match = c.req.header('If-Match');
  if (match === undefined) throw new Refusal(428, 'If-Match is required');
  if (!anyTag.test(match) && !listedTags(match).includes(session.etag))
    throw new Refusal(412, 'The ICE session has changed');
  const body = await c.req.text();
  const ice = readFragment(body);
  if (ice.ufrag === session.peer.ice.ufrag && ice.pwd === session.peer.ice.pwd) {
    session.trickle?.(readTrickled(body));
    return c.body(null, 204);
  }
  if (!anyTag.test(match)) throw new Refusal(422, 'An ICE restart needs If-Match: *');
  const fragment = toFragment(await session.peer.restart(ice));
  session.trickle?.(readTrickled(body));
  session.etag = newEtag();
  return c.body(fragment, 200, {
    'Content-Type': fragmentType,
    ETag: session.etag,
    'Cache-Control': 'no-store',
  });
}

/** Throws 400 for anything but a height. */
function readHeight(body: string): number {
  try {
    return shownSchema.parse(JSON.parse(body)).height;
  } catch {
    throw new Refusal(400, 'The body must be {"height": …}, in pixels');
  }
}

/** PATCH trickles or restarts ICE, DELETE ends the session, PUT sets the height of a player's picture. */
export function sessionRoutes({ app, options, limits, sessions }: MediaDoor): void {
  const path = '/session/:id';
  const limitChanges = createRateLimit(limits.changesPerSession, limits.countedSeconds);

  async function ownSession(c: Context): Promise<OpenSession> {
    const token = bearerToken(c);
    const session = sessions.byId.get(c.req.param('id') ?? '');
    if (!session) throw new Refusal(404, 'No such session');
    await limitChanges(session.id);
    if (token === session.token) return session;
    const { subject } = await requireGrant(options, token, session);
    if (subject !== session.subject) throw new Refusal(403, 'The session belongs to another subject');
    return session;
  }

  app.patch(path, smallBody, async (c) => {
    requireType(c, fragmentType);
    return patch(c, await ownSession(c));
  });
  app.delete(path, async (c) => {
    if (sessions.goodbyes.knows(c.req.param('id'), bearerToken(c))) return c.body(null, 200);
    const session = await ownSession(c);
    session.end('deleted');
    await session.ended?.();
    return c.body(null, 200);
  });
  app.options(path, (c) => c.body(null, 200, { 'Accept-Patch': fragmentType, Allow: allowed }));
  app.get(path, (c) => c.body(null, 204));
  app.all(path, (c) => c.body(null, 405, { Allow: allowed }));

  const heightPath = `${path}/height`;
  app.put(heightPath, smallBody, async (c) => {
    requireType(c, 'application/json');
    // The page may not know yet that its session has ended, for example because another tab replaced it.
    if (sessions.goodbyes.knows(c.req.param('id'), bearerToken(c))) return c.body(null, 204);
    const session = await ownSession(c);
    if (!session.showAt) throw new Refusal(404, 'The session shows nothing');
    session.showAt(readHeight(await c.req.text()));
    return c.body(null, 204);
  });
  app.options(heightPath, (c) => c.body(null, 200, { Allow: allowedOfHeight }));
  app.all(heightPath, (c) => c.body(null, 405, { Allow: allowedOfHeight }));
}
