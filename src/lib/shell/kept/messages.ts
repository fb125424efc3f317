import { MESSAGES_PREFIX } from '../kept.ts';

/**
 * What this browser stores of a member's private messages (docs/storage.md), until logout. Separate for each member, so
 * that none sees or sends another's messages; keys contain no names.
 */
const places = {
  /** Previews of the conversations: shown until the server has answered. */
  conversations: () => localStorage,
  /** Messages not sent yet. */
  unsent: () => localStorage,
  /** Whether this browser gets notices. */
  notices: () => localStorage,
  /** Texts being written in this tab. */
  drafts: () => sessionStorage,
  /** Pop-ups open in this tab. */
  popups: () => sessionStorage,
} as const;

export type MessagesPart = keyof typeof places;

export function readMessages(part: MessagesPart, owner: string): unknown {
  try {
    return JSON.parse(places[part]().getItem(keyOf(part, owner)) ?? 'null');
  } catch {
    // Storage is missing or holds another value.
    return null;
  }
}

/** Null removes it. Without browser storage a reload starts over. */
export function keepMessages(part: MessagesPart, owner: string, value: object | null): void {
  try {
    if (value === null) places[part]().removeItem(keyOf(part, owner));
    else places[part]().setItem(keyOf(part, owner), JSON.stringify(value));
  } catch {
    // Storage is full or switched off.
  }
}

const keyOf = (part: MessagesPart, owner: string): string => `${MESSAGES_PREFIX}${part}:${stampOf(owner)}`;

/** FNV-1a hash: separates people of one browser without storing their names. */
export function stampOf(owner: string): string {
  let hash = 0x81_1c_9d_c5;
  for (const sign of owner) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01_00_01_93);
  return (hash >>> 0).toString(36);
}
