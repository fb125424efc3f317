import type { ErrorLabel } from '#contract/errors.ts';
import { isPaused, isVip } from '#contract/performers/status.ts';

/** Returns the label for a status in which no chat can be joined. */
export function absence(status: number): ErrorLabel {
  if (isPaused(status)) return 'badRequest.performer.paused';
  return isVip(status) ? 'badRequest.performer.busy' : 'badRequest.performer.offline';
}
