export interface ApiAddress {
  /** Origin of API, sockets and media; the site's unless configured. */
  readonly apiUrl: string;
  /** Parent domain of both hosts, used for cookies; null if cookies are for one host. */
  readonly cookieDomain: string | null;
}

export interface Addresses {
  readonly apiUrl: string;
  readonly publicUrl: string;
}

/** The origin of the API if it differs from the site's, else null. */
export const apiOriginOf = ({ apiUrl, publicUrl }: Addresses): string | null =>
  apiUrl === new URL(publicUrl).origin ? null : apiUrl;

/** The origin whose pages may call with cookies and read responses; null if the API has the same origin. */
export const siteOriginOf = (config: Addresses): string | null =>
  apiOriginOf(config) === null ? null : new URL(config.publicUrl).origin;

interface AddressVariables {
  readonly publicUrl: string;
  readonly API_URL?: string | undefined;
  readonly COOKIE_DOMAIN?: string | undefined;
}

/** The API's address, or a sentence about what is wrong with it. */
export function readApiAddress({ publicUrl, API_URL, COOKIE_DOMAIN }: AddressVariables): ApiAddress | string {
  const site = new URL(publicUrl);
  if (API_URL === undefined) {
    if (COOKIE_DOMAIN !== undefined)
      return 'COOKIE_DOMAIN: has no effect without API_URL; set API_URL, or leave it out';
    return { apiUrl: site.origin, cookieDomain: null };
  }
  const api = new URL(API_URL);
  if (api.href !== `${api.origin}/`) return 'API_URL: must be an origin without path, query or login';
  if (api.protocol !== site.protocol)
    return `API_URL: must begin with ${site.protocol}// like PUBLIC_URL, else it is another site`;
  const address = { apiUrl: api.origin };
  if (api.hostname === site.hostname) {
    return COOKIE_DOMAIN === undefined
      ? { ...address, cookieDomain: null }
      : 'COOKIE_DOMAIN: must be left out, because API_URL is on the host of PUBLIC_URL';
  }
  const hosts = [site.hostname, api.hostname];
  const parent = COOKIE_DOMAIN?.toLowerCase() ?? hosts.find((host) => hosts.every(isWithin(host)));
  if (parent === undefined)
    return 'API_URL: not a parent or subdomain of PUBLIC_URL; set COOKIE_DOMAIN to the parent of both';
  if (!isParent(parent))
    return 'COOKIE_DOMAIN: must be a domain of at least two labels, such as vonk.example';
  if (!hosts.every(isWithin(parent)))
    return `COOKIE_DOMAIN: ${hosts.join(' and ')} must be ${parent} or end with .${parent}`;
  return { ...address, cookieDomain: parent };
}

const isWithin = (parent: string) => (host: string) => host === parent || host.endsWith(`.${parent}`);

/** At least two labels: browsers refuse cookies for a single one. */
const isParent = (domain: string): boolean =>
  /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]*$/.test(domain);
