import type { ErrorLabel } from '#contract/errors.ts';
import { openModal } from '../../shell/modal.ts';

const reasons: Partial<Record<ErrorLabel, 'limit' | 'coolOff'>> = {
  'badRequest.limit.reached': 'limit',
  'badRequest.limit.coolOff': 'coolOff',
};

/** Tells that the member's own limit refused a spend. False when something else did. */
export function tellStopped(label: ErrorLabel): boolean {
  const why = reasons[label];
  if (why) openModal({ type: 'SpendingStopped', why });
  return why !== undefined;
}
