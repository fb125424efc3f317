import type { ErrorLabel } from '#contract/errors.ts';
import { type RefusalTexts, textFor } from '../../shell/refusals/text-for.ts';
import type { MessageKey } from '../../site/i18n.ts';

const ownTexts: RefusalTexts = {
  'badRequest.notFound': 'messenger.refused.gone',
  'badRequest.performer.notExists': 'messenger.refused.gone',
  'badRequest.performer.removed': 'messenger.refused.gone',
  'badRequest.deduct.credits.amount': 'messenger.refused.credits',
  'badRequest.limit.reached': 'messenger.refused.limit',
  'badRequest.limit.coolOff': 'messenger.refused.limit',
  'badRequest.debt.open': 'messenger.refused.debt',
  'badRequest.chat.words': 'messenger.refused.words',
};

/** Why a message was not sent. */
export const refusalText = (label: ErrorLabel): MessageKey =>
  textFor(label, ownTexts, 'messenger.refused.failed');
