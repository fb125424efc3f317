import type { Brand, Look } from './types.ts';
import { vonk } from './vonk.ts';
import { vonkLook } from './vonk-look.ts';

/** Each brand is a file beside vonk.ts, and another one for its look. */
export const brand: Brand = vonk;
export const look: Look = vonkLook;
