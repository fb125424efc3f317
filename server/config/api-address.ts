export interface ApiAddress {
  /** Origin of API, sockets and media; that of the site unless configured. */
  readonly apiUrl: string;
  /** Parent of both hosts, which the cookies are for; null where they are for one host. */
  readonly cookieDomain: string | null;
}

export interface Addresses {
  readonly apiUrl: string;
  readonly publicUrl: string;
}

/** The origin of the API where it is not the site's, else null (docs/decisions/0068). */
export const apiOriginOf = ({ apiUrl, publicUrl }: Addresses): string | null =>
  apiUrl === new URL(publicUrl).origin ? null : apiUrl;

/** The one origin whose pages may call with cookies, and read the answers; null where pages call their own. */
export const siteOriginOf = (config: Addresses): string | null =>
  apiOriginOf(config) === null ? null : new URL(config.publicUrl).origin;

interface AddressVariables {
  readonly publicUrl: string;
  readonly API_URL?: string | undefined;
  readonly COOKIE_DOMAIN?: string | undefined;
}

/** Where the API is or what is wrong with it in a sentence. */
export function readApiAddress({ publicUrl, API_URL, COOKIE_DOMAIN }: AddressVariables): ApiAddress | string {
  const site = new URL(publicUrl);
  if (API_URL === undefined) {
    if (COOKIE_DOMAIN !== undefined) return 'COOKIE_DOMAIN: only beside an API_URL on another host';
    return { apiUrl: site.origin, cookieDomain: null };
  }
  const api = new URL(API_URL);
  if (api.href !== `${api.origin}/`) return 'API_URL: an origin, without path, query or login';
  if (api.protocol !== site.protocol)
    return 'API_URL: http or https as PUBLIC_URL is, else it is another site';
  const address = { apiUrl: api.origin };
  if (api.hostname === site.hostname) {
    return COOKIE_DOMAIN === undefined
      ? { ...address, cookieDomain: null }
      : 'COOKIE_DOMAIN: left out; API_URL is on the host of PUBLIC_URL';
  }
  const hosts = [site.hostname, api.hostname];
  const parent = COOKIE_DOMAIN?.toLowerCase() ?? hosts.find((host) => hosts.every(isWithin(host)));
  if (parent === undefined)
    return 'API_URL: neither host is the end of the other; name the parent of both in COOKIE_DOMAIN';
  if (!isParent(parent)) return 'COOKIE_DOMAIN: a domain of two labels or more, such as vonk.example';
  if (!hosts.every(isWithin(parent)))
    return `COOKIE_DOMAIN: ${hosts.join(' and ')} have to be ${parent} or end with .${parent}`;
  return { ...address, cookieDomain: parent };
}

const isWithin = (parent: string) => (host: string) => host === parent || host.endsWith(`.${parent}`);

/** No single label, which browsers take no cookie for. */
const isParent = (domain: string): boolean =>
  /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]*$/.test(domain);
