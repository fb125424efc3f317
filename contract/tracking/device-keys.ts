import { brandIdentity } from '../brand/identity.ts';

/** What measuring keeps on a device: nothing before a yes, and all of it is gone with a no. */

/** Named for the brand; holds a random id that is made of nothing. For a year. */
export const fingerprintCookie = `${brandIdentity.key}_fid`;

/** In local storage. */
export const measuringKeys = {
  /** The browser has been here before. */
  guest: 'guest:visited',
  /** The visit (last followed session), which goes on in other tabs. */
  visit: 'lfs',
  /** The route one came from. */
  route: 'previous_route',
} as const;
