import { randomUUID } from 'node:crypto';
import { parse } from 'hono/utils/cookie';
import type { Area } from '#contract/site/page-routes.ts';
import { authenticate } from '#server/identity/authenticate.ts';
import type { Caller, CallerRequest } from '#server/identity/caller.ts';
import { type CookieConfig, identityCookies } from '#server/identity/client.ts';
import type { Deps } from '#server/ports/deps.ts';
import { createClientIpReader } from './client-ip.ts';
import { createGeoLocationReader, type ReadHeader } from './geo-location.ts';

export interface IncomingRequest {
  /** IP of the peer: the visitor's, or a proxy's. */
  readonly peer: string | undefined;
  readonly header: ReadHeader;
  /** From a socket's handshake; overrides the headers. */
  readonly token?: string | undefined;
  /** Decides which session cookie is read; by default the site's. */
  readonly area?: Area | undefined;
}

export interface CallerReader {
  requestOf(incoming: IncomingRequest): CallerRequest;
  authenticate(incoming: IncomingRequest, request: CallerRequest): Promise<Caller>;
}

/** Authenticates callers of HTTP, sockets and pages in the same way. */
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
    authenticate({ header, token, area = 'site' }, request) {
      const names = identityCookies(config);
      const cookies = parse(header('cookie') ?? '');
      const isDesk = area === 'desk';
      // A token from handshake or Authorization header overrides the cookie. The desk is for browsers only.
      const own = isDesk ? undefined : (token ?? bearerOf(header));
      const sessionToken =
        own ?? cookies[{ site: names.session, studio: names.studio, desk: names.desk }[area]];
      const session = own !== undefined ? 'token' : sessionToken !== undefined ? 'cookie' : undefined;
      const device = cookies[names.device];
      const deskDevice = isDesk ? cookies[names.deskDevice] : undefined;
      const [guestId, dialInToken] = [cookies[names.guest], cookies[names.phone]];
      const credentials = { sessionToken, isDesk, guestId, dialInToken };
      return authenticate(deps, credentials, { ...request, device, deskDevice, session });
    },
  };
}

/** The token of an Authorization header (RFC 9110, 11.4: one space or more); undefined for another scheme. */
export const bearerOf = (header: ReadHeader): string | undefined =>
  /^Bearer +(\S.*)$/i.exec(header('authorization') ?? '')?.[1];

/** Whether the request has a session cookie, which browsers also send for other sites' pages. */
export function carriesSession(config: CookieConfig, header: ReadHeader): boolean {
  const cookies = parse(header('cookie') ?? '');
  const { session, studio, desk } = identityCookies(config);
  return [session, studio, desk].some((name) => cookies[name] !== undefined);
}

/** The id in log lines, audit rows and the response: the proxy's, or a new one. */
export const requestIdOf = (id: string | undefined): string =>
  id !== undefined && /^[\w.:-]{1,64}$/.test(id) ? id : randomUUID();
