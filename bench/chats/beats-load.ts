import { setTimeout as sleep } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import type { ClientEvents, ServerEvents, SocketAnswer, SocketCall } from '#contract/socket.ts';

/** A watching member: session token and keep-alive call. */
export interface Pulse {
  token: string;
  call: Pick<SocketCall, 'method' | 'url'>;
}

/** The server's first message; the peer's has no members. */
export interface BeatsReady {
  url: string;
  people: Pulse[];
}

/** `spread`: lets the running minutes end at different times. `auths`: fresh ones of all members. */
export type BeatsOrder = 'spread' | 'count' | 'auths';

export interface BeatsAnswer {
  /** Number of database statements so far. */
  statements: number;
  /** If requested, in the order of the people. */
  auths: string[];
}

/** ms between two keep-alives of a viewer, as on a watching page. */
const PACE_MS = 3000;
const LATE_MS = 10_000;

type Client = Socket<ServerEvents, ClientEvents>;

interface Viewer {
  socket: Client;
  call: Pulse['call'];
  /** The latest auth. */
  auth: string;
}

/** Viewers at one server, each with a separate connection. */
export class Audience {
  readonly #viewers: Viewer[] = [];
  #beats = 0;
  #next = 0;

  async open(url: string, people: readonly Pulse[]): Promise<void> {
    for (const pulse of people) {
      const auth = { 'api-key': 'vonk-web', token: pulse.token };
      const socket: Client = io(url, { transports: ['websocket'], forceNew: true, auth });
      this.#viewers.push({ socket, call: pulse.call, auth: '' });
      await new Promise<void>((resolve) => socket.once('connect', resolve));
    }
  }

  /** Call just before the first beat: auths expire after seconds. */
  begin(auths: readonly string[]): void {
    for (const [place, viewer] of this.#viewers.entries()) viewer.auth = auths[place] ?? '';
  }

  /** Sends beats of all viewers in turn for `ms`, evenly spread. Returns the number of acknowledged ones. */
  async beatFor(ms: number): Promise<number> {
    const startedAt = performance.now();
    const gapMs = PACE_MS / this.#viewers.length;
    const answers: Promise<unknown>[] = [];
    for (let due = startedAt; due < startedAt + ms; due += gapMs) {
      if (due > performance.now()) await sleep(due - performance.now());
      const viewer = this.#viewers[this.#next % this.#viewers.length];
      this.#next += 1;
      if (viewer) answers.push(this.beat(viewer));
    }
    await Promise.all(answers);
    return answers.length;
  }

  /** Sends a viewer's beat and returns the response. */
  async beat(viewer: Viewer | undefined = this.#viewers[0]): Promise<SocketAnswer> {
    if (!viewer) throw new Error('No viewer is in the chat');
    this.#beats += 1;
    const { socket } = viewer;
    const stats = { framesDecoded: 25 * this.#beats, packetsLost: 0, stalledMs: 0 };
    const call = { ...viewer.call, data: { auth: viewer.auth, stats } };
    const answer = (await socket.timeout(LATE_MS).emitWithAck('call', call)) as SocketAnswer;
    if (answer.status !== 200) throw new Error(`A keep-alive was answered ${answer.status}`);
    viewer.auth = (answer.body as { auth?: string }).auth ?? viewer.auth;
    return answer;
  }

  close(): void {
    for (const { socket } of this.#viewers) socket.disconnect();
  }
}
