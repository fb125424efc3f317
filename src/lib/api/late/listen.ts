import { apiOrigin } from '../start/page.ts';

/**
 * Receives pushes to everyone, for guests, without the large socket.io client
 * (docs/decisions/pages/directory-in-memory.md): the receiving part of socket.io 5 over engine.io 4.
 */
export interface Listening {
  onPush: (name: string, payload: unknown) => void;
  /** The connection was down for a while: pushes may have been missed. */
  onGap: () => void;
}

/** ms; the server pings every 25 s. */
const SILENCE_MS = 50_000;
const RETRY_MS = { first: 2000, most: 60_000 };

/** Connects and reconnects. Returns a stop function. */
export function listen({ onPush, onGap }: Listening): () => void {
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = RETRY_MS.first;
  let wasOpen = false;

  const watch = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => socket?.close(), SILENCE_MS);
  };
  const hear = ({ data }: MessageEvent<unknown>): void => {
    watch();
    const packet = readPacket(data);
    if (packet.kind === 'opened') socket?.send('40');
    if (packet.kind === 'ping') socket?.send('3');
    if (packet.kind === 'push') onPush(packet.name, packet.payload);
    if (packet.kind !== 'joined') return;
    if (wasOpen) onGap();
    wasOpen = true;
    wait = RETRY_MS.first;
  };
  const open = (): void => {
    const origin = apiOrigin() || location.origin;
    socket = new WebSocket(`${origin.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
    socket.onmessage = hear;
    socket.onclose = again;
    watch();
  };
  /** Doubles the wait with each failure, with a random part so that pages do not reconnect together. */
  const again = (): void => {
    clearTimeout(timer);
    timer = setTimeout(open, wait * (0.5 + Math.random()));
    wait = Math.min(wait * 2, RETRY_MS.most);
  };

  open();
  return () => {
    clearTimeout(timer);
    if (socket) closeSocket(socket);
  };
}

/** Closing a socket while it connects would log a warning, so it is closed once it is open. */
function closeSocket(socket: WebSocket): void {
  socket.onclose = null;
  socket.onmessage = null;
  if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
  else socket.close();
}

export type Packet =
  | { kind: 'opened' | 'ping' | 'joined' | 'other' }
  | { kind: 'push'; name: string; payload: unknown };

export function readPacket(data: unknown): Packet {
  if (typeof data !== 'string') return { kind: 'other' };
  if (data === '2') return { kind: 'ping' };
  if (data.startsWith('0')) return { kind: 'opened' };
  if (data.startsWith('40')) return { kind: 'joined' };
  if (!data.startsWith('42[')) return { kind: 'other' };
  const [name, payload] = readList(data.slice(2));
  return typeof name === 'string' ? { kind: 'push', name, payload } : { kind: 'other' };
}

function readList(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
