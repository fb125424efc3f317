import { randomBytes } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { heightRelation } from '../port/http.ts';
import { steadyNow } from '../port/served.ts';
import type { Grant, IceServer, MediaDoor, MediaRight, OpenSession } from './door.ts';
import { answerRefusal, Refusal } from './refusal.ts';

export const sdpType = 'application/sdp';
export const fragmentType = 'application/trickle-ice-sdpfrag';

/** In bytes; a browser's offer with audio and video has about 8,000. */
export const maxBodyBytes = 64 * 1024;

/** The longest time for which browsers cache a preflight response. */
const preflightSeconds = '7200';

/** Requests carry a token and no cookie, so any origin may call. */
export const openToAllOrigins: MiddlewareHandler = async (c, next) => {
  await next();
  c.header('Access-Control-Allow-Origin', '*');
  c.header('Access-Control-Expose-Headers', 'Location, ETag, Link, Retry-After, Accept-Post, Accept-Patch');
  if (c.req.method !== 'OPTIONS') return;
  c.header('Access-Control-Allow-Methods', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS');
  c.header('Access-Control-Allow-Headers', 'Authorization, Content-Type, If-Match');
  c.header('Access-Control-Max-Age', preflightSeconds);
};

export const smallBody: MiddlewareHandler = bodyLimit({
  maxSize: maxBodyBytes,
  onError: (c) => answerRefusal(c, new Refusal(413, `A description has at most ${maxBodyBytes} bytes`)),
});

export function requireType(c: Context, type: string): void {
  const actual = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase();
  if (actual !== type) throw new Refusal(415, `Content-Type must be ${type}`);
}

/** Has no error if the request had no token (RFC 6750, 3.1). */
const challenge = (error?: 'invalid_token' | 'insufficient_scope') => ({
  'WWW-Authenticate': `Bearer realm="media"${error ? `, error="${error}"` : ''}`,
});

export function bearerToken(c: Context): string {
  const [, token] = /^Bearer +(\S+)$/i.exec(c.req.header('Authorization') ?? '') ?? [];
  if (!token) throw new Refusal(401, 'A bearer token is required', challenge());
  return token;
}

export async function requireGrant(
  { authorize, now = steadyNow }: MediaDoor['options'],
  token: string,
  scope: { room: string; right: MediaRight },
): Promise<Grant> {
  const grant = await authorize(token, scope.room, scope.right);
  if (grant === 'elsewhere')
    throw new Refusal(
      403,
      `The token does not allow the right "${scope.right}" here`,
      challenge('insufficient_scope'),
    );
  if (!grant || grant.expiresAt <= now())
    throw new Refusal(401, 'The token is unknown or has expired', challenge('invalid_token'));
  return grant;
}

/** A `Link` value for each STUN or TURN server (RFC 9725, 4.6). */
export function iceServerLinks(servers: readonly IceServer[]): string[] {
  return servers.flatMap(({ urls, username, credential }) => {
    const login =
      username === undefined || credential === undefined
        ? ''
        : `; username="${username}"; credential="${credential}"; credential-type="password"`;
    return [urls].flat().map((url) => `<${url}>; rel="ice-server"${login}`);
  });
}

/** A strong entity tag (RFC 9110, 8.8.3). */
export const newEtag = (): string => `"${randomBytes(9).toString('base64url')}"`;

export function answerCreated(c: Context, session: OpenSession, servers: readonly IceServer[]): Response {
  const mount = c.req.path.slice(0, c.req.path.search(/\/wh[ie]p\//));
  const location = `${mount}/session/${session.id}`;
  for (const link of iceServerLinks(servers)) c.header('Link', link, { append: true });
  if (session.showAt) c.header('Link', `<${location}/height>; rel="${heightRelation}"`, { append: true });
  return c.body(session.peer.answer, 201, {
    'Content-Type': sdpType,
    Location: location,
    ETag: session.etag,
    'Accept-Patch': fragmentType,
    // The response contains credentials.
    'Cache-Control': 'no-store',
  });
}
