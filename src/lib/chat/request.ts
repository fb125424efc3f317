import {
  type ActionInput,
  type ActionOutput,
  type ChatActionName,
  chatAction,
} from '#contract/chat/action-calls.ts';
import type { EndReason } from '#contract/chat/session.ts';
import { reportChatError } from '#contract/chat/session-calls.ts';
import type { AnyEndpoint, InputOf, OutputOf } from '#contract/endpoint.ts';
import { type ErrorLabel, labelOf } from '#contract/errors.ts';
import { type OnlineStatus, onlineStatus } from '#contract/performers/status.ts';
import { call } from '../api/call.ts';
import { isConnected, requestOverSocket } from '../api/socket/socket.ts';
import { log } from '../shell/log.ts';
import type { Chat } from './store.ts';

/**
 * Calls over the socket, or over HTTP when that fails. A call may arrive twice: joins, keep-alives and leaves are
 * idempotent, tips and messages carry a client id.
 */
export async function request<E extends AnyEndpoint>(endpoint: E, input: InputOf<E>): Promise<OutputOf<E>> {
  return isConnected() ? requestInRoom(endpoint, input) : call(endpoint, input);
}

/** Waits for a connecting socket: the call enters its connection into the room. */
export async function requestInRoom<E extends AnyEndpoint>(
  endpoint: E,
  input: InputOf<E>,
): Promise<OutputOf<E>> {
  try {
    return await requestOverSocket(endpoint, input);
  } catch (error) {
    if (labelOf(error) !== 'UNAVAILABLE') throw error;
    return call(endpoint, input);
  }
}

/** Runs an action in the running chat. The output type is the action's own (`chatActions`). */
export const act = <Name extends ChatActionName>(
  input: ActionInput<Name> & { action: Name },
): Promise<ActionOutput<Name>> => request(chatAction, input) as Promise<ActionOutput<Name>>;

/** Reports to the operator's log: the viewer can do nothing about it (live spec 8). */
export function logFailure(what: string, error: unknown): null {
  log.info(`Chat call failed: ${what}`, labelOf(error));
  void call(reportChatError, { error: `${what} ${labelOf(error)}` }).catch(() => {});
  return null;
}

/** What a refused join means, besides the dialog that helps (src/lib/shell/open-dialogs.ts). */
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
  // The offer names the new price, and why it is asked again.
  'badRequest.chat.price': { isTold: true },
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
