import type { EndReason } from '#contract/chat/session.ts';
import type { ErrorLabel } from '#contract/errors.ts';
import { type OnlineStatus, onlineStatus } from '#contract/performers/status.ts';
import type { Chat } from '../store.ts';

/** What a refused join means, besides the dialog that helps (src/lib/shell/refusals.ts). */
interface JoinRefusal {
  /** The refusal ends the chat with this reason instead of failing. */
  readonly ends?: EndReason;
  /** The performer's status implied by it, newer than the last push. */
  readonly status?: OnlineStatus;
  /** The offer already explains it. */
  readonly isTold?: true;
  /** Temporary: a retry may succeed a moment later. */
  readonly passes?: true;
}

const refusals: Partial<Record<ErrorLabel, JoinRefusal>> = {
  UNAVAILABLE: { passes: true },
  'badRequest.media.unavailable': { passes: true },
  'badRequest.performer.offline': { status: onlineStatus.offline, isTold: true, passes: true },
  'badRequest.performer.paused': { status: onlineStatus.paused, isTold: true },
  'badRequest.performer.busy': { status: onlineStatus.vip, isTold: true },
  'badRequest.unauthorized': { isTold: true },
  'badRequest.nickname.required': { isTold: true },
  'badRequest.deduct.credits.amount': { isTold: true },
  'badRequest.debt.open': { isTold: true },
  'badRequest.guest.expired': { ends: 'guest_expired' },
  'badRequest.chat.switched': { ends: 'chat-switch' },
  'badRequest.limit.reached': { ends: 'limit-reached' },
  'badRequest.limit.coolOff': { ends: 'cool-off' },
  'badRequest.chat.kicked': { ends: 'kicked' },
  'badRequest.chat.removed': { ends: 'removed' },
  'badRequest.chat.blocked': { ends: 'kicked' },
  'badRequest.chat.closed': { ends: 'chat-closed' },
};

type FailedLabel = Extract<Chat, { status: 'failed' }>['label'];

/** Empty for labels without an entry, and for the player's troubles. */
export const joinRefusal = (label: FailedLabel): JoinRefusal =>
  (refusals as Partial<Record<string, JoinRefusal>>)[label] ?? {};
