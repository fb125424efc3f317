import { createSocket } from 'node:dgram';
import { Hono } from 'hono';
import { createSfu } from '../embedded/sfu/index.ts';
import { listen } from '../testing/network.ts';

/** The server's first message, and the requests after it, which it answers with `true`. */
export type ServerPorts = { sfuPort: number; fanOutPort: number };
export type FanOutPorts = { ports: number[] };

/** The peer: forwards every packet to every port, unencrypted and uncounted. */
function openFanOut(ports: () => number[]): Promise<number> {
  const socket = createSocket('udp4');
  socket.on('message', (packet) => {
    for (const port of ports()) socket.send(packet, port, '127.0.0.1');
  });
  return new Promise((resolve) => socket.bind(0, '127.0.0.1', () => resolve(socket.address().port)));
}

async function openMediaServer(): Promise<number> {
  const sfu = createSfu({
    // Nothing is sent while viewers join, and the load's viewers send no reports.
    limits: { stillMs: Number.POSITIVE_INFINITY, absentMs: Number.POSITIVE_INFINITY },
    authorize: async (token) => ({ subject: token, expiresAt: Number.POSITIVE_INFINITY }),
  });
  return (await listen(new Hono().route('/media', sfu.routes()))).port;
}

let ports: number[] = [];
process.on('message', (question: FanOutPorts | string) => {
  if (typeof question === 'string') return;
  ports = question.ports;
  process.send?.(true);
});
process.send?.({
  sfuPort: await openMediaServer(),
  fanOutPort: await openFanOut(() => ports),
} satisfies ServerPorts);
