import { createClientIpReader } from '#server/http/client-ip.ts';
import { networkOf } from '#server/identity/client.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { CallSocket, Sockets } from './sockets.ts';

/** The connection of a socket: one per socket, over any transport. */
type Line = CallSocket['conn'];

/** Window in ms for counting a socket's packets. */
const WINDOW_MS = 10_000;

/**
 * Limits what one client can use: open sockets per IP and packets per socket. Refuses a further socket, and disconnects
 * one that sends too much. Call it after attaching the sockets.
 */
export function guardSockets(io: Sockets, { config, events }: Pick<Deps, 'config' | 'events'>): void {
  if (!config.rateLimits) return;
  const clientIpOf = createClientIpReader(config.trustedProxies);
  const senderOf = ({ socket, headers }: Line['request']): string =>
    networkOf(clientIpOf(socket.remoteAddress, headers['x-forwarded-for']?.toString()));
  const open = new Map<string, number>();

  io.engine.opts.allowRequest = (request, answer) => {
    const isFull = config.socketsPerIp > 0 && (open.get(senderOf(request)) ?? 0) >= config.socketsPerIp;
    if (isFull) events.record('socket.refused');
    answer(isFull ? 'badRequest.tooMany' : null, !isFull);
  };
  io.engine.on('connection', (line: Line) => {
    const network = senderOf(line.request);
    open.set(network, (open.get(network) ?? 0) + 1);
    line.on('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
    if (config.socketEvents > 0) watchFlood(line, config.socketEvents, () => events.record('socket.flooded'));
  });
}

/** Closes a connection that sends more than `most` packets of any kind within a window. */
function watchFlood(line: Line, most: number, flooded: () => void): void {
  let since = performance.now();
  let count = 0;
  line.on('packet', () => {
    const now = performance.now();
    if (now - since > WINDOW_MS) [since, count] = [now, 0];
    count += 1;
    if (count !== most + 1) return;
    flooded();
    line.close(true);
  });
}
