import type { Socket as TcpSocket } from 'node:net';
import type { CallSocket, Sockets } from './sockets.ts';

type Line = CallSocket['conn'];
type Transport = Line['transport'];

/** Of `ws`: the connection below a WebSocket. */
interface OverTcp {
  socket?: { _socket?: TcpSocket | null };
}

/**
 * Sends what a socket gets in one turn of the event loop in one write. To a room of hundreds the writes to the system
 * are most of what a message costs, and messages come in batches. To be called once the sockets are attached.
 */
export function joinWrites(io: Sockets): void {
  const held = new Set<Transport>();
  const release = (): void => {
    const transports = [...held];
    held.clear();
    for (const transport of transports) {
      transport.writable = true;
      transport.emit('ready');
    }
  };
  const hold = (transport: Transport): void => {
    if (transport.name !== 'websocket' || !transport.writable) return;
    if (held.size === 0) setImmediate(release);
    // As while a write is under way: the line keeps its packets until it is told that it is ready.
    transport.writable = false;
    held.add(transport);
  };
  io.engine.on('connection', (line: Line) => {
    line.on('packetCreate', () => hold(line.transport));
    // Around the hand-over of all packets: each would be a write of its own.
    const tcp = () => (line.transport as OverTcp).socket?._socket;
    line.on('flush', () => tcp()?.cork());
    line.on('drain', () => tcp()?.uncork());
  });
}
