import type { Socket as TcpSocket } from 'node:net';
import type { CallSocket, Sockets } from './sockets.ts';

type Line = CallSocket['conn'];

/**
 * Sends what a socket gets in one turn of the event loop in two writes: for a room of hundreds, system writes are
 * most of a message's cost. Call it after attaching the sockets.
 */
export function joinWrites(io: Sockets): void {
  const corked = new Set<TcpSocket>();
  const release = (): void => {
    const sockets = [...corked];
    corked.clear();
    for (const tcp of sockets) tcp.uncork();
  };
  io.engine.on('connection', (line: Line) => {
    // For a WebSocket, the request that opened it.
    const tcp = line.request.socket;
    const isOverTcp = () => line.transport.name === 'websocket';
    // The first packet is corked until the end of the turn, and the connection buffers all others until it is written.
    line.on('packetCreate', () => {
      if (!isOverTcp() || corked.has(tcp)) return;
      if (corked.size === 0) setImmediate(release);
      corked.add(tcp);
      tcp.cork();
    });
    // Corks the flush of the buffered packets: each would be a separate write.
    line.on('flush', () => {
      if (isOverTcp()) tcp.cork();
    });
    line.on('drain', () => {
      if (isOverTcp()) tcp.uncork();
    });
  });
}
