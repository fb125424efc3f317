import { map } from 'nanostores';

/** The member's balance; null until it is known. */
export const $wallet = map<{ credits: number | null }>({ credits: null });
