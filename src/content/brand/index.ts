import type { Brand } from './types.ts';
import { vonk } from './vonk.ts';

/** The brand this build is for; another whitelabel is another file beside vonk.ts. */
export const brand: Brand = vonk;
