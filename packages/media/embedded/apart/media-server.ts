import { parentPort } from 'node:worker_threads';
import { Hono } from 'hono';
import { iceServersFor } from '../../access/ice-servers.ts';
import type { Authorization } from '../../whip/types.ts';
import { createSfu, type Sfu } from '../sfu/index.ts';
import type { ApartOptions, ForwardedRequest, ForwardedResponse, FromMedia, ToMedia } from './messages.ts';
import { createStateChanges } from './state-changes.ts';

/** ms between two looks at what has changed; also how long the product may take for there who is gone. */
const tellMs = 250;

/** A process or a thread of its own: the media server that `createApartMedia` starts. */
const say = (message: FromMedia): void => {
  if (parentPort) parentPort.postMessage(message);
  else process.send?.(message, () => undefined);
};

const waiting = new Map<number, (grant: Authorization) => void>();
let lastId = 0;

interface Running {
  sfu: Sfu;
  handle(request: ForwardedRequest): Promise<ForwardedResponse>;
  tell(): void;
}

let running: Running | null = null;
/** The last command that was carried out. */
let seen = 0;

function start({ ice, mount, ...options }: ApartOptions): Running {
  const sfu: Sfu = createSfu({
    ...options,
    iceServers: (subject) => (ice ? iceServersFor(ice, subject, Date.now()) : []),
    // Who may come in is decided where tokens are made and withdrawn, and there alone.
    authorize: (token, room, right) =>
      new Promise((resolve) => {
        lastId += 1;
        waiting.set(lastId, resolve);
        say({ kind: 'authorize', id: lastId, token, room, right });
      }),
    log: (event, fields) => say({ kind: 'log', event, fields }),
    onPublisher: (room, up) => {
      // The state first: whoever is told looks at the room.
      tell();
      say({ kind: 'publisher', room, up });
    },
  });
  const app = new Hono().route(mount, sfu.routes());
  const changes = createStateChanges(sfu);
  const tell = () => say({ kind: 'state', change: changes(seen) });
  setInterval(tell, tellMs);
  return {
    sfu,
    tell,
    handle: async ({ path, method, headers, body, client }) => {
      const request = { method, headers, ...(body === null ? {} : { body }) };
      const peer = { incoming: { socket: { remoteAddress: client } } };
      const response = await app.request(path, request, peer);
      const text = await response.text();
      return { status: response.status, headers: [...response.headers], body: text === '' ? null : text };
    },
  };
}

async function end(): Promise<void> {
  await running?.sfu.close();
  process.exit(0);
}

async function hear(message: ToMedia): Promise<void> {
  if (message.kind === 'open') {
    running = start(message.options);
    say({ kind: 'log', event: 'media.server.started', fields: { pid: process.pid } });
    return;
  }
  if (message.kind === 'close') return end();
  if (message.kind === 'grant') {
    waiting.get(message.id)?.(message.grant);
    waiting.delete(message.id);
    return;
  }
  if (!running) return;
  const { sfu, handle, tell } = running;
  if (message.kind === 'request') {
    const response = await handle(message.request);
    // Before the answer: whoever is answered looks at the room.
    tell();
    say({ kind: 'response', id: message.id, response });
  } else if (message.kind === 'picture') {
    const image = await sfu.picture(message.room);
    say({ kind: 'picture', id: message.id, image });
  } else {
    const { command } = message;
    if ('drop' in command) sfu.drop(command.drop);
    else sfu.closeRoom(command.closeRoom);
    seen = message.seq;
    tell();
  }
}

if (parentPort) parentPort.on('message', (message) => void hear(message as ToMedia));
else {
  process.on('message', (message) => void hear(message as ToMedia));
  // The product is gone, without a word when it was killed.
  process.on('disconnect', () => void end());
  // Meant for the product, which says when; a terminal or a service manager tells all processes at once.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined);
}
