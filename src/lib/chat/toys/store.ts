import { atom } from 'nanostores';

/** Whether tips move the toy of the performer who is watched. */
export const $isToyOn = atom(false);
