import * as z from 'zod/mini';
import type { ChatMessage } from '../messages.ts';

/** Seconds for which viewers' messages can wait before others see them. */
export const delaySteps = [2, 4, 6] as const;
/** Null without a delay. */
export const delaySecondsSchema = z.nullable(z.literal(delaySteps));
export type DelaySeconds = z.infer<typeof delaySecondsSchema>;

/** The `id` of a message. */
export const messageIdSchema = z.string().check(z.regex(/^[1-9]\d{0,15}$/));

interface Sender {
  readonly isModerator: boolean;
  /** In a show, which nobody but the performer and the sender reads. */
  readonly isInShow: boolean;
}

/** ms for which a viewer's message waits; null if others see it at once. */
export const delayMs = (seconds: number | null, { isModerator, isInShow }: Sender): number | null =>
  seconds === null || isModerator || isInShow ? null : seconds * 1000;

export type RemovalRefusal = 'notFound' | 'ended' | 'protected';

interface Removal {
  readonly message: Pick<ChatMessage, 'messageType'> & { readonly isOfShow: boolean };
  /** `formerModerator`: a member whose appointment is over. */
  readonly by: 'performer' | 'moderator' | 'formerModerator';
  /** Whether a moderator of the room wrote it. */
  readonly isByModerator: boolean;
}

/** Why a message of the room cannot be removed, or null. Tips stay, because they were paid. */
export function refuseRemoval({ message, by, isByModerator }: Removal): RemovalRefusal | null {
  if (by === 'formerModerator') return 'ended';
  if (by === 'moderator' && message.isOfShow) return 'notFound';
  if (message.messageType !== 'member' || (by === 'moderator' && isByModerator)) return 'protected';
  return null;
}
