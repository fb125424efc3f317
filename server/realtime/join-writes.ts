import type { Socket as TcpSocket } from 'node:net';
import type { CallSocket, Sockets } from './sockets.ts';

type Line = CallSocket['conn'];

/** An engine's packet, as `packetCreate` has it. */
interface Packet {
  readonly data?: unknown;
}

/**
 * Sockets written to per turn of the event loop, about a millisecond: what arrives meanwhile is handled between the writes
 * of a large room, not after them.
 */
const PER_TURN = 64;

/**
 * Sends what a socket gets in one turn of the event loop in two writes, which are most of the cost of a message in a
 * large room. Sockets that get an answer go first. Call it after attaching the sockets.
 */
export function joinWrites(io: Sockets): void {
  const corked = new Set<TcpSocket>();
  const answered = new Set<TcpSocket>();
  const release = (): void => {
    const sockets = new Set(answered);
    answered.clear();
    for (const tcp of corked) {
      if (sockets.size >= PER_TURN) break;
      sockets.add(tcp);
    }
    for (const tcp of sockets) {
      corked.delete(tcp);
      tcp.uncork();
    }
    if (corked.size > 0) setImmediate(release);
  };
  io.engine.on('connection', (line: Line) => {
    // For a WebSocket, the request that opened it.
    const tcp = line.request.socket;
    const isOverTcp = () => line.transport.name === 'websocket';
    // The first packet is corked until the socket's turn, and the connection buffers all others until it is written.
    line.on('packetCreate', (packet: Packet) => {
      if (!isOverTcp()) return;
      if (isAnswer(packet)) answered.add(tcp);
      if (corked.has(tcp)) return;
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

/** Whether a packet acknowledges a call, by the type in its first character (Socket.IO protocol 5, ACK). */
const isAnswer = ({ data }: Packet): boolean => typeof data === 'string' && data.startsWith('3');
