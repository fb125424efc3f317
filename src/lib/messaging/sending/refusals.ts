import type { ErrorLabel } from '#contract/errors.ts';
import { openModal } from '../../shell/modal.ts';
import type { MessageKey } from '../../site/i18n.ts';
import { tellStopped } from '../../wallet/spending/spending-stopped.ts';

/** Nobody knows whether the message arrived, or it may go in a moment: it is sent again, under the same client id. */
const passing: readonly ErrorLabel[] = ['UNAVAILABLE', 'UNDEFINED_ERROR', 'badRequest.tooMany'];

export const isPassing = (label: ErrorLabel): boolean => passing.includes(label);

const texts: Partial<Record<ErrorLabel, MessageKey>> = {
  'badRequest.notFound': 'messenger.refused.gone',
  'badRequest.performer.notExists': 'messenger.refused.gone',
  'badRequest.performer.removed': 'messenger.refused.gone',
  'badRequest.deduct.credits.amount': 'messenger.refused.credits',
  'badRequest.limit.reached': 'messenger.refused.limit',
  'badRequest.limit.coolOff': 'messenger.refused.limit',
  'badRequest.debt.open': 'messenger.refused.debt',
  'badRequest.chat.words': 'messenger.refused.words',
  'badRequest.conversation.blocked': 'messenger.refused.blocked',
  'badRequest.conversation.ownBlock': 'messenger.refused.ownBlock',
  'badRequest.photo.notExists': 'messenger.refused.photo',
};

/** Why a message was not sent. */
export const refusalText = (label: ErrorLabel): MessageKey => texts[label] ?? 'messenger.refused.failed';

/** Opens the dialog that removes the obstacle, if there is one (platform spec 8). */
export function helpWith(label: ErrorLabel): void {
  if (tellStopped(label)) return;
  if (label === 'badRequest.deduct.credits.amount') openModal({ type: 'NoCredits', variant: 'messaging' });
  if (label === 'badRequest.debt.open') openModal({ type: 'NoCredits', variant: 'debt' });
}
