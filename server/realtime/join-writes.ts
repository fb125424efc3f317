import type { Socket as TcpSocket } from 'node:net';
import type { CallSocket, Sockets } from './sockets.ts';

type Line = CallSocket['conn'];

/**
 * Sends what a socket gets in one turn of the event loop in two writes, however much it is. To a room of hundreds the writes
 * to the system are most of what a message costs, and messages come in groups. To be called once the sockets are attached.
 */
export function joinWrites(io: Sockets): void {
  const held = new Set<TcpSocket>();
  const release = (): void => {
    const corked = [...held];
    held.clear();
    for (const tcp of corked) tcp.uncork();
  };
  io.engine.on('connection', (line: Line) => {
    // Of a WebSocket: the request that it began with.
    const tcp = line.request.socket;
    const isOverTcp = () => line.transport.name === 'websocket';
    // The first packet waits for the end of the turn, and the line keeps all others until it is written.
    line.on('packetCreate', () => {
      if (!isOverTcp() || held.has(tcp)) return;
      if (held.size === 0) setImmediate(release);
      held.add(tcp);
      tcp.cork();
    });
    // Around the hand-over of these: each would be a write of its own.
    line.on('flush', () => {
      if (isOverTcp()) tcp.cork();
    });
    line.on('drain', () => {
      if (isOverTcp()) tcp.uncork();
    });
  });
}
