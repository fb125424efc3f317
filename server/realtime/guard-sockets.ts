import { createClientIpReader } from '#server/http/client-ip.ts';
import { networkOf } from '#server/identity/network.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { CallSocket, Sockets } from './sockets.ts';

/** What carries a socket: one for each, over whichever transport. */
type Line = CallSocket['conn'];

/** ms over which what a socket sends is counted. */
const WINDOW_MS = 10_000;

/**
 * Keeps one client from taking what belongs to all: so many sockets for an address, so much from a socket. Who has too
 * many is refused a further one, who sends too much is disconnected. To be called once the sockets are attached.
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

/** Closes a line that brings more packets than `most` in a window, of whatever kind. */
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
