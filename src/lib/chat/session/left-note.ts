import type { Rest } from '#contract/chat/receipt.ts';
import type { EndReason } from '#contract/chat/session.ts';

/** Storage key for why the tab left a chat; deleted once the profile has shown it. */
export const LEFT_NOTE = 'left-chat';

export interface LeftNote {
  readonly reason: EndReason;
  readonly name: string;
  /** Credits including tips, less what was given back. */
  readonly paid: number;
  /** Watched time. */
  readonly seconds: number;
  /** Rests of minutes, usable by coming back. */
  readonly rests: readonly {
    readonly mode: Rest['mode'];
    readonly seconds: number;
    /** Minutes for which it can be used. */
    readonly minutes: number;
  }[];
}
