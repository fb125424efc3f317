import { parse } from 'hono/utils/cookie';
import { authenticate, type Credentials } from '#server/identity/authenticate.ts';
import type { Caller, CallerRequest } from '#server/identity/caller.ts';
import { identityCookies } from '#server/identity/cookies.ts';
import type { Deps } from '#server/ports/deps.ts';
import { createClientIpReader } from './client-ip.ts';
import { createGeoLocationReader, type ReadHeader } from './geo-location.ts';
import { requestIdOf } from './request-id.ts';

export interface IncomingRequest {
  /** IP of the peer: the visitor's or a proxy's. */
  readonly peer: string | undefined;
  readonly header: ReadHeader;
  /** From a socket's handshake; takes precedence over the headers. */
  readonly token?: string | undefined;
}

export interface CallerReader {
  requestOf(incoming: IncomingRequest): CallerRequest;
  authenticate(incoming: IncomingRequest, request: CallerRequest): Promise<Caller>;
}

/** Finds out who calls, the same for HTTP, sockets and pages. */
export function createCallerReader(deps: Deps): CallerReader {
  const { config, geo } = deps;
  const clientIpOf = createClientIpReader(config.trustedProxies);
  const locationOf = createGeoLocationReader(config, geo);
  return {
    requestOf({ peer, header }) {
      const clientIp = clientIpOf(peer, header('x-forwarded-for'));
      const location = locationOf({ peer, clientIp, header });
      return { id: requestIdOf(header('x-request-id')), clientIp, location };
    },
    authenticate: (incoming, request) =>
      authenticate(deps, credentialsOf(incoming, config.secureCookies), request),
  };
}

/** A token in handshake or Authorization header takes precedence over the cookie. */
function credentialsOf({ header, token }: IncomingRequest, secure: boolean): Credentials {
  const names = identityCookies(secure);
  const bearer = /^Bearer (.+)$/.exec(header('authorization') ?? '')?.[1];
  const cookies = parse(header('cookie') ?? '');
  return { sessionToken: token ?? bearer ?? cookies[names.session], guestId: cookies[names.guest] };
}
