import type { Brand, Look } from './types.ts';
import { vonk } from './vonk.ts';
import { vonkLook } from './vonk-look.ts';

/** Another whitelabel is another file beside vonk.ts, and one for its look. */
export const brand: Brand = vonk;
export const look: Look = vonkLook;
