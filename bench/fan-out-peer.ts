import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import type { SocketAnswer } from '#contract/socket.ts';
import type { FanOutReady, Line } from './fan-out-load.ts';

/** The peer: bare socket.io with one room. */
const http = createServer();
const io = new Server(http, { serveClient: false });
let line: Line | undefined;
const say = () => io.to('room').emit('chat-message', line);

io.on('connection', (socket) => {
  void socket.join('room');
  socket.on('call', (_call: unknown, acknowledge: (answer: SocketAnswer) => void) => {
    say();
    acknowledge({ status: 200, body: { message: line?.message } });
  });
});
process.on('message', (order: { push?: Line; line?: Line }) => {
  line = order.push ?? order.line ?? line;
  if (order.push) say();
});
http.listen(0, '127.0.0.1', () => {
  const { port } = http.address() as AddressInfo;
  process.send?.({ url: `http://127.0.0.1:${port}`, people: [] } satisfies FanOutReady);
});
