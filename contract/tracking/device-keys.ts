import { brandIdentity } from '../brand.ts';

/** What measuring stores on a device: nothing before consent, and a refusal removes all of it. */

/** Named after the brand. Holds a random id, derived from nothing, for a year. */
export const fingerprintCookie = `${brandIdentity.key}_fid`;

/** In local storage. */
export const measuringKeys = {
  /** The browser has been here before. */
  guest: 'guest:visited',
  /** The visit (last followed session), shared by all tabs. */
  visit: 'lfs',
  /** The previous route. */
  route: 'previous_route',
} as const;
