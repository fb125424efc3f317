import { isFree, isPaused, isVip, opensStream } from '#contract/performers/looks.ts';
import type { MessageKey } from '../../site/i18n.ts';

export interface WayIn {
  /** Somebody may enter the chat now. */
  readonly open: boolean;
  readonly action: MessageKey;
  /** What it costs, or why nobody may. */
  readonly told: MessageKey;
}

/** What the button of a profile says of this status, and the line below it. */
export function wayIn(status: number): WayIn {
  const open = opensStream(status) && !isVip(status);
  if (open && isFree(status)) return { open, action: 'profile.chatFree', told: 'profile.priceFree' };
  if (open) return { open, action: 'profile.chat', told: 'profile.priceMinute' };
  return { open, action: 'profile.chatOffline', told: reason(status) };
}

function reason(status: number): MessageKey {
  if (isVip(status)) return 'status.busy';
  return isPaused(status) ? 'status.break' : 'profile.priceNone';
}
