import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { type PlayerSocketParts, servePlayer } from './socket.ts';

/** Maximum bytes of a message; a browser's description has about 8,000. */
const MESSAGE_BYTES = 128 * 1024;
/** ms between two pings, which keep proxies from closing the line. */
const PING_MS = 20_000;

export interface PlayerDoor {
  /** Accepts WebSockets at `path` of this server; returns a function that closes them all. */
  attach(server: Server, path: string): () => void;
}

/** Serves players an allowed subset of the Janus API; Janus itself is not reachable for them. */
export function createPlayerDoor(parts: Omit<PlayerSocketParts, 'isClosing'>): PlayerDoor {
  return {
    attach(server, path) {
      let isClosing = false;
      const sockets = new WebSocketServer({
        noServer: true,
        maxPayload: MESSAGE_BYTES,
        handleProtocols: (offered) => (offered.has('janus-protocol') ? 'janus-protocol' : false),
      });
      const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
        if (new URL(request.url ?? '/', 'http://any').pathname !== path) return;
        sockets.handleUpgrade(request, socket, head, (line) =>
          servePlayer(line, { ...parts, isClosing: () => isClosing }),
        );
      };
      const pinging = setInterval(() => {
        for (const line of sockets.clients) line.ping();
      }, PING_MS).unref();
      server.on('upgrade', upgrade);
      return () => {
        isClosing = true;
        clearInterval(pinging);
        server.off('upgrade', upgrade);
        for (const line of sockets.clients as Set<WebSocket>) line.terminate();
        sockets.close();
      };
    },
  };
}
