import { atom } from 'nanostores';

const UNREAD_SHOWN_MAX = 99;

/** Null for zero. */
export function unreadText(count: number): string | null {
  if (count <= 0) return null;
  return count > UNREAD_SHOWN_MAX ? `${UNREAD_SHOWN_MAX}+` : String(count);
}

export const $unread = atom(0);
