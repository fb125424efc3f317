import type { EndReason } from '#contract/chat/session.ts';

/** A chat that has ended and is stored as ended. */
export interface ChatEnd {
  session: {
    id: string;
    performerId: number;
    memberId: number | null;
    /** The viewer's name in the room. */
    sender: string;
  };
  reason: EndReason;
  /** The page was closed or reloaded, which does not end a show. */
  isPageGone: boolean;
}
