import { atom } from 'nanostores';

export const $unread = atom(0);
