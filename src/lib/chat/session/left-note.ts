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
}
