import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface RawClient {
  socket: Socket;
  /** Sends this text, as it is. */
  send(text: string): void;
  /** All that came until the server closed the connection; throws when it does not within `ms`. */
  untilClosed(ms?: number): Promise<string>;
}

/** A client that says what it likes, as slowly as it likes. */
export async function openRawClient(port: number): Promise<RawClient> {
  const socket = connect(port, '127.0.0.1');
  let heard = '';
  socket.on('data', (part) => {
    heard += part.toString('latin1');
  });
  // A server that has had enough may cut the line while something is still under way.
  socket.on('error', () => {});
  const closed = once(socket, 'close');
  await once(socket, 'connect');
  return {
    socket,
    send: (text) => void socket.write(text),
    async untilClosed(ms = 5000) {
      const open = Symbol('open');
      const late = new AbortController();
      const first = await Promise.race([closed, sleep(ms, open, { signal: late.signal }).catch(() => open)]);
      late.abort();
      socket.destroy();
      if (first === open) throw new Error(`still open after ${ms} ms; heard: ${heard}`);
      return heard;
    },
  };
}
