import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { io, type Socket } from 'socket.io-client';
import type { ClientEvents, ServerEvents, ServerPushes, SocketAnswer, SocketCall } from '#contract/socket.ts';

export type Line = ServerPushes['chat-message'];

/** A watching member: session token, room and auth token. */
export interface Person {
  token: string;
  enter: SocketCall;
  talk: { method: 'POST'; url: string; data: Record<string, unknown> };
}

/** The server's first message; the peer's has no members. */
export interface FanOutReady {
  url: string;
  people: Person[];
}

/**
 * Messages in flight: enough to keep both servers busy. With fewer, the product waits for more of them (it stores the
 * messages of a few ms together), and each delivery must wake a sleeping process.
 */
const IN_FLIGHT = 16;
const LATE_MS = 10_000;

type Client = Socket<ServerEvents, ClientEvents>;

/** All sockets of one room at one server. */
export class Room {
  readonly #sockets: Client[] = [];
  readonly #people: readonly Person[];
  #received = 0;
  #last: Line | undefined;
  #talked = 0;

  constructor(people: readonly Person[]) {
    this.#people = people;
  }

  async open(url: string, size: number): Promise<void> {
    for (let number = 0; number < size; number += 1) {
      const person = this.#people[number];
      const auth = { 'api-key': 'vonk-web', ...(person && { token: person.token }) };
      const socket: Client = io(url, { transports: ['websocket'], forceNew: true, auth });
      this.#sockets.push(socket);
      socket.on('chat-message', (line) => {
        this.#received += 1;
        this.#last = line;
      });
      if (person) await call(socket, person.enter);
      else await new Promise<void>((resolve) => socket.once('connect', resolve));
    }
  }

  /** Sends a message of the next member; resolves when the server has accepted it. */
  async talk(): Promise<void> {
    const turn = this.#talked % this.#sockets.length;
    this.#talked += 1;
    const socket = this.#sockets[turn];
    if (!socket) throw new Error('The room has no socket');
    const { method, url, data } = this.#people[turn]?.talk ?? { method: 'POST', url: '/api/', data: {} };
    const words = { message: 'a line of the usual length, said to everyone in the room' };
    await call(socket, { method, url, data: { ...data, clientId: randomUUID(), data: words } });
  }

  /** Sends messages with `say` for `ms` and waits until all are delivered. Returns the number of deliveries. */
  async deliver(ms: number, say: () => Promise<void> | void): Promise<number> {
    const [before, startedAt] = [this.#received, performance.now()];
    const sent: (Promise<void> | void)[] = [];
    const open = () => sent.length * this.#sockets.length - (this.#received - before);
    while (performance.now() - startedAt < ms) {
      if (open() < IN_FLIGHT * this.#sockets.length) sent.push(say());
      else await nextTurn();
    }
    await Promise.all(sent);
    while (open() > 0) {
      if (performance.now() - startedAt > ms + LATE_MS)
        throw new Error(`${open()} deliveries are missing after ${ms} ms`);
      await nextTurn();
    }
    return this.#received - before;
  }

  /** Sends a message every `gapMs` without waiting for responses. Returns the response times in ms. */
  async talkEvery(gapMs: number, ms: number): Promise<number[]> {
    const answers: Promise<number>[] = [];
    const startedAt = performance.now();
    for (let due = startedAt; due < startedAt + ms; due += gapMs) {
      await sleep(Math.max(0, due - performance.now()));
      // Measured from the due time: a late sender must not hide a slow response.
      answers.push(this.talk().then(() => performance.now() - due));
    }
    return Promise.all(answers);
  }

  last(): Line {
    if (!this.#last) throw new Error('No delivery was received');
    return this.#last;
  }

  close(): void {
    for (const socket of this.#sockets) socket.disconnect();
  }
}

async function call(socket: Client, envelope: SocketCall): Promise<void> {
  const answer = (await socket.timeout(LATE_MS).emitWithAck('call', envelope)) as SocketAnswer;
  if (answer.status !== 200)
    throw new Error(`${envelope.url} answered ${answer.status} ${JSON.stringify(answer.body)}`);
}

export interface Speaking {
  gapMs: number;
  ms: number;
}

/**
 * Members of the room in a separate thread: a real sender has its own browser, so its response must not queue behind
 * the messages of all other members. On `Speaking`, returns the response times in ms.
 */
async function speakInThread(): Promise<void> {
  const { url, people, size } = workerData as { url: string; people: Person[]; size: number };
  const room = new Room(people);
  await room.open(url, size);
  parentPort?.on('message', ({ gapMs, ms }: Speaking) => {
    void room.talkEvery(gapMs, ms).then((taken) => parentPort?.postMessage(taken));
  });
  parentPort?.postMessage([]);
}

if (!isMainThread) await speakInThread();
