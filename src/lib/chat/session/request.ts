import type { AnyEndpoint, InputOf, OutputOf } from '#contract/endpoint.ts';
import { labelOf } from '#contract/errors.ts';
import { call } from '../../api/call.ts';
import { onConnection, requestOverSocket } from '../../api/socket.ts';

let isDown = true;
let watches = false;

/** Whether pushes can't come now. */
export const isSocketDown = (): boolean => isDown;

/**
 * Makes a chat call over the socket and, where that brings no answer, over HTTP. Whatever is sent here may arrive
 * twice: joins, keep-alives and leaves can be repeated, and what is paid or said carries a client id.
 */
export async function request<E extends AnyEndpoint>(endpoint: E, input: InputOf<E>): Promise<OutputOf<E>> {
  watch();
  return isDown ? call(endpoint, input) : requestInRoom(endpoint, input);
}

/** The same, but waits for a socket that is on its way up: the connection enters the room by this call. */
export async function requestInRoom<E extends AnyEndpoint>(
  endpoint: E,
  input: InputOf<E>,
): Promise<OutputOf<E>> {
  watch();
  try {
    return await requestOverSocket(endpoint, input);
  } catch (error) {
    if (labelOf(error) !== 'UNAVAILABLE') throw error;
    return call(endpoint, input);
  }
}

function watch(): void {
  if (watches) return;
  watches = true;
  onConnection((state) => {
    isDown = state === 'disconnected';
  });
}
