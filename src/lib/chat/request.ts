import {
  type ActionInput,
  type ActionOutput,
  type ChatActionName,
  chatAction,
} from '#contract/chat/action-calls.ts';
import { reportChatError } from '#contract/chat/session-calls.ts';
import type { AnyEndpoint, InputOf, OutputOf } from '#contract/endpoint.ts';
import { labelOf } from '#contract/errors.ts';
import { call } from '../api/call.ts';
import { isConnected, requestOverSocket } from '../api/socket.ts';
import { log } from '../shell/log.ts';

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
