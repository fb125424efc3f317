import { AppError, labelOf } from '#contract/errors.ts';
import {
  FOLLOWER_TEXT_MAX,
  messageFollowers as messageCall,
  refuseFollowerText,
  withdrawOwnMessage as withdrawCall,
} from '#contract/studio/follower-calls.ts';
import { type CallOptions, call } from '../api/call.ts';
import { textFor } from '../shell/texts/refusal-texts.ts';
import type { MessageKey } from '../site/i18n.ts';

/** Values of the texts below. */
export const followerValues = { max: FOLLOWER_TEXT_MAX };

/** Sends the typed message without script; returns the message key of a refusal, null if it was sent. */
export async function messageFollowers(
  typed: { text: string; clientId: string },
  options: CallOptions,
): Promise<MessageKey | null> {
  const refused = refuseFollowerText(typed.text);
  if (refused) return refused === 'empty' ? 'followers.empty' : 'followers.long';
  try {
    await call(messageCall, typed, options);
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return textFor(labelOf(error), {
      'badRequest.tooMany': 'followers.early',
      'badRequest.profile.words': 'followers.words',
      'badRequest.chat.closed': 'followers.suspended',
    });
  }
}

/** Withdraws the message of this version without script; returns the message key of a refusal, null if it is withdrawn. */
export async function withdrawOwnMessage(version: string, options: CallOptions): Promise<MessageKey | null> {
  try {
    await call(withdrawCall, { version: version || undefined }, options);
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return textFor(labelOf(error), {
      'badRequest.notFound': 'followers.changed',
      'badRequest.form.changed': 'followers.changed',
    });
  }
}
