import { parse } from 'hono/utils/cookie';
import { authenticate, type Credentials } from '#server/identity/authenticate.ts';
import type { Caller, CallerRequest } from '#server/identity/caller.ts';
import { identityCookies } from '#server/identity/cookies.ts';
import type { Deps } from '#server/ports/deps.ts';
import { createClientIpReader } from './client-ip.ts';
import { createGeoLocationReader } from './geo-location.ts';
import { requestIdOf } from './request-id.ts';

/** One header of a request, several of its name joined by commas. */
export type ReadHeader = (name: string) => string | undefined;

export interface IncomingRequest {
  /** Address of the peer: a visitor, or the proxy in front of us. */
  readonly peer: string | undefined;
  readonly header: ReadHeader;
  /** A token given besides the headers (a socket's handshake); it counts before them. */
  readonly token?: string | undefined;
}

export interface CallerReader {
  /** Which request it is and where it comes from. */
  requestOf(incoming: IncomingRequest): CallerRequest;
  /** Who makes it. */
  authenticate(incoming: IncomingRequest, request: CallerRequest): Promise<Caller>;
}

/** Finds out who calls, in the same way for every transport: HTTP, sockets and pages. */
export function createCallerReader(deps: Deps): CallerReader {
  const { config, geo } = deps;
  const clientIpOf = createClientIpReader(config.trustedProxies);
  const locationOf = createGeoLocationReader(config, geo);
  return {
    requestOf: ({ peer, header }) => ({
      id: requestIdOf(header('x-request-id')),
      clientIp: clientIpOf(peer, header('x-forwarded-for')),
      location: locationOf(peer, header),
    }),
    authenticate: (incoming, request) =>
      authenticate(deps, credentialsOf(incoming, config.secureCookies), request),
  };
}

/** A token in the handshake or the Authorization header comes before the cookie. */
function credentialsOf({ header, token }: IncomingRequest, secure: boolean): Credentials {
  const names = identityCookies(secure);
  const bearer = /^Bearer (.+)$/.exec(header('authorization') ?? '')?.[1];
  const cookies = parse(header('cookie') ?? '');
  return { sessionToken: token ?? bearer ?? cookies[names.session], guestId: cookies[names.guest] };
}
