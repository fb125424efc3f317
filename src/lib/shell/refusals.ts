import type { ErrorLabel } from '#contract/errors.ts';
import { type Modal, openModal } from './dialogs.ts';

/** By label; null where no dialog opens. */
export type Dialogs = Readonly<Partial<Record<ErrorLabel, Modal | null>>>;

/** The dialog that helps with a refused call (platform spec 8). */
const dialogs: Dialogs = {
  'badRequest.unauthorized': { type: 'Register' },
  'badRequest.nickname.required': { type: 'Nickname' },
  'badRequest.invalid.payment': { type: 'NoCreditsForTip' },
  'badRequest.deduct.credits.amount': { type: 'NoCredits', variant: 'messaging' },
  'badRequest.debt.open': { type: 'NoCredits', variant: 'debt' },
  'badRequest.limit.reached': { type: 'SpendingStopped', why: 'limit' },
  'badRequest.limit.coolOff': { type: 'SpendingStopped', why: 'coolOff' },
};

/** Opens the dialog of a refusal. `own` overrides the table. Returns false without a dialog. */
export function helpWith(label: ErrorLabel, own?: Dialogs): boolean {
  const modal = { ...dialogs, ...own }[label];
  if (modal) openModal(modal);
  return Boolean(modal);
}

const passing: readonly ErrorLabel[] = ['UNAVAILABLE', 'UNDEFINED_ERROR', 'badRequest.tooMany'];

/** Whether a retry may succeed in a moment; the response may also have been lost. */
export const isPassing = (label: ErrorLabel): boolean => passing.includes(label);
