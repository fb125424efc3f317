import type { Rest } from '#contract/chat/receipt.ts';
import type { EndReason } from '#contract/chat/session.ts';

/** Name under which the tab keeps why it left a chat, until the profile has told it. */
export const LEFT_NOTE = 'left-chat';

export interface LeftNote {
  readonly reason: EndReason;
  readonly name: string;
  /** Credits, tips included, less what was given back. */
  readonly paid: number;
  /** Watched. */
  readonly seconds: number;
  /** What is left of minutes and can be used by coming back. */
  readonly rests: readonly {
    readonly mode: Rest['mode'];
    readonly seconds: number;
    /** For which it can be used. */
    readonly minutes: number;
  }[];
}
