import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface RawClient {
  socket: Socket;
  /** Sends this text unchanged. */
  send(text: string): void;
  /** Everything received until the server closed the connection; throws if that takes longer than `ms`. */
  untilClosed(ms?: number): Promise<string>;
}

/** A client that sends any text at any pace. */
export async function openRawClient(port: number): Promise<RawClient> {
  const socket = connect(port, '127.0.0.1');
  let heard = '';
  socket.on('data', (part) => {
    heard += part.toString('latin1');
  });
  // A server may close the connection while the client is still sending.
  socket.on('error', () => {});
  // `once` of node:events would reject on such an error.
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await once(socket, 'connect');
  return {
    socket,
    send: (text) => void socket.write(text),
    async untilClosed(ms = 5000) {
      const open = Symbol('open');
      const late = new AbortController();
      // biome-ignore lint/plugin/sleeps: a limit
      const first = await Promise.race([closed, sleep(ms, open, { signal: late.signal }).catch(() => open)]);
      late.abort();
      socket.destroy();
      if (first === open) throw new Error(`Connection still open after ${ms} ms; received: ${heard}`);
      return heard;
    },
  };
}
