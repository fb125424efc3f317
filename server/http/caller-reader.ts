import { parse } from 'hono/utils/cookie';
import { authenticate } from '#server/identity/authenticate.ts';
import type { Caller, CallerRequest } from '#server/identity/caller.ts';
import { type CookieConfig, identityCookies } from '#server/identity/cookies.ts';
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
      const userAgent = header('user-agent');
      return { id: requestIdOf(header('x-request-id')), clientIp, location, userAgent };
    },
    authenticate({ header, token }, request) {
      const names = identityCookies(config);
      const cookies = parse(header('cookie') ?? '');
      // A token in handshake or Authorization header takes precedence over the cookie.
      const own = token ?? bearerOf(header);
      const sessionToken = own ?? cookies[names.session];
      const session = own !== undefined ? 'token' : sessionToken !== undefined ? 'cookie' : undefined;
      const device = cookies[names.device];
      const [guestId, dialInToken] = [cookies[names.guest], cookies[names.phone]];
      return authenticate(deps, { sessionToken, guestId, dialInToken }, { ...request, device, session });
    },
  };
}

/** The token of an Authorization header (RFC 9110, 11.4: one space or more); any other scheme is none. */
export const bearerOf = (header: ReadHeader): string | undefined =>
  /^Bearer +(\S.*)$/i.exec(header('authorization') ?? '')?.[1];

/** Whether the browser sent the cookie of a session, which it does for other sites' pages, too. */
export const carriesSession = (config: CookieConfig, header: ReadHeader): boolean =>
  parse(header('cookie') ?? '')[identityCookies(config).session] !== undefined;
