import { atom } from 'nanostores';

/** Private messages the member has not read. */
export const $unread = atom(0);
