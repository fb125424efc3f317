import { setTimeout as sleep } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import type { ClientEvents, ServerEvents, SocketAnswer, SocketCall } from '#contract/socket.ts';

/** A member who watches: session token, and the call of a keep-alive. */
export interface Pulse {
  token: string;
  call: Pick<SocketCall, 'method' | 'url'>;
}

/** The server's first message; a bare one has no members. */
export interface BeatsReady {
  url: string;
  people: Pulse[];
}

/** `spread`: lets the running minutes end at different times. `auths`: of everybody, as good as new. */
export type BeatsOrder = 'spread' | 'count' | 'auths';

export interface BeatsTold {
  /** Statements that went to the database so far. */
  statements: number;
  /** Where they were asked for, in the order of the people. */
  auths: string[];
}

/** ms from one keep-alive of a viewer to the next, as of a page that watches. */
const PACE_MS = 3000;
const LATE_MS = 10_000;

type Client = Socket<ServerEvents, ClientEvents>;

interface Viewer {
  socket: Client;
  call: Pulse['call'];
  /** The newest. */
  auth: string;
}

/** Viewers at one server, each with a connection of its own. */
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

  /** To be called just before the first beat: auths last for seconds. */
  begin(auths: readonly string[]): void {
    for (const [place, viewer] of this.#viewers.entries()) viewer.auth = auths[place] ?? '';
  }

  /** Beats of everybody in turn for `ms`, spread evenly over time. Answers how many were acknowledged. */
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

  /** The answer of the next one in turn. */
  async beat(viewer: Viewer | undefined = this.#viewers[0]): Promise<SocketAnswer> {
    if (!viewer) throw new Error('nobody watches');
    this.#beats += 1;
    const { socket } = viewer;
    const stats = { framesDecoded: 25 * this.#beats, packetsLost: 0, stalledMs: 0 };
    const call = { ...viewer.call, data: { auth: viewer.auth, stats } };
    const answer = (await socket.timeout(LATE_MS).emitWithAck('call', call)) as SocketAnswer;
    if (answer.status !== 200) throw new Error(`a keep-alive was answered ${answer.status}`);
    viewer.auth = (answer.body as { auth?: string }).auth ?? viewer.auth;
    return answer;
  }

  close(): void {
    for (const { socket } of this.#viewers) socket.disconnect();
  }
}
