import type { EndReason } from '#contract/chat/session.ts';

/** A chat that is over, and stored as such. */
export interface ChatEnd {
  session: {
    id: string;
    performerId: number;
    memberId: number | null;
    /** What the viewer was called. */
    sender: string;
  };
  reason: EndReason;
  /** The page was closed or loaded again, which ends no show. */
  isPageGone: boolean;
}
