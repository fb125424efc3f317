import { parentPort } from 'node:worker_threads';
import { Hono } from 'hono';
import { iceServersFor } from '../../access/targets.ts';
import type { RoomState } from '../../port/gateway.ts';
import { steadyNow } from '../../port/served.ts';
import type { Authorization } from '../../whip/door.ts';
import { createSfu, type Sfu } from '../sfu/index.ts';
import { Questions } from './channel.ts';
import type {
  ApartOptions,
  Command,
  ForwardedRequest,
  ForwardedResponse,
  FromMedia,
  PlacedViewer,
  StateChange,
  ToMedia,
} from './messages.ts';

/** ms between two state messages; the product notices a viewer's absence this much later at most. */
const tellMs = 250;

/** Sends a message to the product. This module is the process or thread that `createApartMedia` starts. */
const say = (message: FromMedia): void => {
  if (parentPort) parentPort.postMessage(message);
  else process.send?.(message, () => undefined);
};

interface Running {
  sfu: Sfu;
  handle(request: ForwardedRequest): Promise<ForwardedResponse>;
  carryOut(command: Command, seq: number): void;
  grant(id: number, grant: Authorization): void;
  tell(): void;
}

function start({ ice, mount, ...options }: ApartOptions): Running {
  const grants = new Questions<Authorization>(null);
  /** The last command that was carried out. */
  let seen = 0;
  const sfu: Sfu = createSfu({
    ...options,
    iceServers: (subject) => (ice ? iceServersFor(ice, subject) : []),
    // The product authorizes: it issues and revokes the tokens.
    authorize: (token, room, right) => grants.ask((id) => say({ kind: 'authorize', id, token, room, right })),
    log: (event, fields) => say({ kind: 'log', event, fields }),
    onPublisher: (room, up) => {
      // State before notice: the product reads the room when the notice arrives.
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
    grant: (id, grant) => grants.answer(id, grant),
    handle: async ({ path, method, headers, body, client }) => {
      const request = { method, headers, ...(body === null ? {} : { body }) };
      const peer = { incoming: { socket: { remoteAddress: client } } };
      const response = await app.request(path, request, peer);
      const text = await response.text();
      return { status: response.status, headers: [...response.headers], body: text === '' ? null : text };
    },
    carryOut(command, seq) {
      if ('drop' in command) sfu.drop(command.drop);
      else sfu.closeRoom(command.closeRoom);
      seen = seq;
      tell();
    },
  };
}

/** Executes the product's messages. Call once per process or thread. */
function serve(): { hear(message: ToMedia): Promise<void>; end(): Promise<void> } {
  let running: Running | null = null;
  const end = async (): Promise<void> => {
    await running?.sfu.close();
    process.exit(0);
  };
  const hear = async (message: ToMedia): Promise<void> => {
    if (message.kind === 'open') {
      running = start(message.options);
      say({ kind: 'log', event: 'media.server.started', fields: { pid: process.pid } });
      return;
    }
    if (message.kind === 'close') return end();
    if (!running) return;
    const { sfu, handle, tell } = running;
    if (message.kind === 'grant') running.grant(message.id, message.grant);
    else if (message.kind === 'command') running.carryOut(message.command, message.seq);
    else if (message.kind === 'request') {
      const response = await handle(message.request);
      // State before response: the client may read the room when the response arrives.
      tell();
      say({ kind: 'response', id: message.id, response });
    } else {
      const image = await sfu.picture(message.room, message.size);
      say({ kind: 'picture', id: message.id, image });
    }
  };
  return { hear, end };
}

const { hear, end } = serve();
if (parentPort) parentPort.on('message', (message) => void hear(message as ToMedia));
else {
  process.on('message', (message) => void hear(message as ToMedia));
  // The product has ended; if it was killed, without a `close` message.
  process.on('disconnect', () => void end());
  // Terminals and service managers signal all processes at once; the product sends `close` when it is ready.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined);
}

/** Finds the states that differ from the ones sent last. */
class SentStates<State> {
  readonly #sent = new Map<string, string>();

  changes(states: ReadonlyMap<string, State>): [name: string, state: State | null][] {
    const changes: [string, State | null][] = [];
    for (const [name, state] of states) {
      const text = JSON.stringify(state);
      if (this.#sent.get(name) === text) continue;
      this.#sent.set(name, text);
      changes.push([name, state]);
    }
    for (const name of this.#sent.keys()) {
      if (states.has(name)) continue;
      this.#sent.delete(name);
      changes.push([name, null]);
    }
    return changes;
  }
}

/** Returns a function that describes a media server's state as changes since its last call. */
function createStateChanges(sfu: Sfu): (seen: number) => StateChange {
  const [rooms, viewers] = [new SentStates<RoomState>(), new SentStates<PlacedViewer>()];
  return (seen) => {
    const state = sfu.state();
    return {
      at: steadyNow(),
      seen,
      rooms: rooms.changes(state.rooms),
      viewers: viewers.changes(state.viewers),
      stats: sfu.stats(),
    };
  };
}
