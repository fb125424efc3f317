import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import type { SocketAnswer } from '#contract/socket.ts';
import type { BeatsReady } from './beats-load.ts';

/** The peer: bare socket.io that answers each call with the same bytes. */
const http = createServer();
const io = new Server(http, { serveClient: false });
let answer: SocketAnswer = { status: 200, body: {} };
io.on('connection', (socket) => {
  socket.on('call', (_call: unknown, acknowledge: (answer: SocketAnswer) => void) => acknowledge(answer));
});
process.on('message', (order: 'cpu' | { answer: SocketAnswer }) => {
  if (order !== 'cpu') answer = order.answer;
});
http.listen(0, '127.0.0.1', () => {
  const { port } = http.address() as AddressInfo;
  process.send?.({ url: `http://127.0.0.1:${port}`, people: [] } satisfies BeatsReady);
});
