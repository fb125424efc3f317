import { MESSAGES_PREFIX } from '../kept.ts';

/**
 * What this browser keeps of a member's private messages (docs/storage.md), until the member logs out. Apart for each
 * member, so that nobody sees or sends what another one wrote here; keys name nobody.
 */
const places = {
  /** Previews of the conversations: shown until the server has answered. */
  conversations: () => localStorage,
  /** What was not sent yet. */
  unsent: () => localStorage,
  /** That this browser is told of messages. */
  notices: () => localStorage,
  /** What is being written in this tab. */
  drafts: () => sessionStorage,
  /** Which conversations stand open beside the pages of this tab. */
  popups: () => sessionStorage,
} as const;

export type MessagesPart = keyof typeof places;

export function readMessages(part: MessagesPart, owner: string): unknown {
  try {
    return JSON.parse(places[part]().getItem(keyOf(part, owner)) ?? 'null');
  } catch {
    // No storage, or not ours.
    return null;
  }
}

/** Null forgets it. Where the browser keeps nothing, a reload begins anew. */
export function keepMessages(part: MessagesPart, owner: string, value: object | null): void {
  try {
    if (value === null) places[part]().removeItem(keyOf(part, owner));
    else places[part]().setItem(keyOf(part, owner), JSON.stringify(value));
  } catch {
    // Storage is full or switched off.
  }
}

const keyOf = (part: MessagesPart, owner: string): string => `${MESSAGES_PREFIX}${part}:${stampOf(owner)}`;

/** FNV-1a: tells members of one browser apart without naming them. */
function stampOf(owner: string): string {
  let hash = 0x81_1c_9d_c5;
  for (const sign of owner) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01_00_01_93);
  return (hash >>> 0).toString(36);
}
