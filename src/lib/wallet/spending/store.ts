import { map } from 'nanostores';

/** Balance in credits; null until known. */
export const $wallet = map<{ credits: number | null }>({ credits: null });
