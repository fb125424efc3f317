import { map } from 'nanostores';

/** Balance; null until it is known. */
export const $wallet = map<{ credits: number | null }>({ credits: null });
