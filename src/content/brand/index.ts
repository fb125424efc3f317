import type { Brand } from './types.ts';
import { vonk } from './vonk.ts';

/** Another whitelabel is another file beside vonk.ts. */
export const brand: Brand = vonk;
