import type { ErrorLabel } from '#contract/errors.ts';
import type { Side } from '#contract/messaging/messages.ts';
import { type RefusalTexts, textFor } from '../../shell/refusal-texts.ts';
import type { MessageKey } from '../../site/i18n.ts';

const ownTexts: Readonly<Record<Side, RefusalTexts>> = {
  member: {
    'badRequest.notFound': 'messenger.refused.gone',
    'badRequest.performer.notExists': 'messenger.refused.gone',
    'badRequest.performer.removed': 'messenger.refused.gone',
    'badRequest.deduct.credits.amount': 'messenger.refused.credits',
    'badRequest.limit.reached': 'messenger.refused.limit',
    'badRequest.limit.coolOff': 'messenger.refused.limit',
    'badRequest.debt.open': 'messenger.refused.debt',
    'badRequest.chat.words': 'messenger.refused.words',
  },
  performer: {
    'badRequest.notFound': 'studio.messages.refused.gone',
    'badRequest.conversation.blocked': 'studio.messages.refused.blocked',
    'badRequest.conversation.ownBlock': 'studio.messages.refused.ownBlock',
    'badRequest.chat.words': 'messenger.refused.words',
  },
};

/** Why a message of this side was not sent. */
export const refusalText = (label: ErrorLabel, side: Side): MessageKey =>
  textFor(label, ownTexts[side], 'messenger.refused.failed');
