import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';
import { type Conditions, Link, perfect } from './conditions.ts';

/** Large enough that only the configured loss occurs. */
const bufferBytes = 4 * 1024 * 1024;

export interface RoughNetwork {
  /** Takes effect with the next datagram; other conditions stay. `up`: towards the media server. */
  set(conditions: Partial<Conditions>, direction?: 'up' | 'down'): void;
  readonly counts: { passed: number; lost: number };
  /** Returns the answer or fragment with candidates that lead through this network. */
  reroute(description: string): Promise<string>;
  /** Returns the response with its description rerouted, if it has one. */
  rerouted(response: Response): Promise<Response>;
  close(): void;
}

interface Address {
  ip: string;
  port: number;
}

async function bound(): Promise<Socket> {
  const socket = createSocket({ type: 'udp4', recvBufferSize: bufferBytes, sendBufferSize: bufferBytes });
  // On loopback, sending to a closed port causes an error; on a network it would not.
  socket.on('error', () => undefined);
  socket.bind(0);
  await once(socket, 'listening');
  return socket;
}

class Network implements RoughNetwork {
  readonly counts = { passed: 0, lost: 0 };
  readonly #conditions: { up: Conditions; down: Conditions };
  readonly #sockets: Socket[] = [];
  readonly #fronts = new Map<string, Promise<number>>();
  #seed: number;
  #closed = false;

  constructor(conditions: Partial<Conditions>, seed: number) {
    this.#conditions = { up: { ...perfect, ...conditions }, down: { ...perfect, ...conditions } };
    this.#seed = seed;
  }

  set(conditions: Partial<Conditions>, direction?: 'up' | 'down'): void {
    for (const each of direction ? [direction] : (['up', 'down'] as const)) {
      this.#conditions[each] = { ...this.#conditions[each], ...conditions };
    }
  }

  async reroute(description: string): Promise<string> {
    const lines = description.split('\r\n').map(async (line) => {
      const [foundation, component, protocol, priority, ip, port, ...rest] = line.split(' ');
      if (!foundation?.startsWith('a=candidate:')) return line;
      // A media server that listens on an IPv6 address also listens on loopback.
      const server = { ip: isIPv4(ip ?? '') ? (ip ?? '') : '127.0.0.1', port: Number(port) };
      const front = String(await this.#frontOf(server));
      return [foundation, component, protocol, priority, ip, front, ...rest].join(' ');
    });
    return (await Promise.all(lines)).join('\r\n');
  }

  async rerouted(response: Response): Promise<Response> {
    const { status, headers } = response;
    if (!/sdp/.test(headers.get('Content-Type') ?? '')) return response;
    return new Response(await this.reroute(await response.text()), { status, headers });
  }

  close(): void {
    this.#closed = true;
    for (const socket of this.#sockets) socket.close();
  }

  /** Local port that leads to an address of the media server. */
  #frontOf(server: Address): Promise<number> {
    const key = `${server.ip}:${server.port}`;
    const known = this.#fronts.get(key) ?? this.#openFront(server);
    this.#fronts.set(key, known);
    return known;
  }

  async #openFront(server: Address): Promise<number> {
    const front = await this.#open();
    const flows = new Map<string, Promise<(datagram: Buffer) => void>>();
    front.on('message', async (datagram, client) => {
      const key = `${client.address}:${client.port}`;
      const flow = flows.get(key) ?? this.#openFlow(front, client, server);
      flows.set(key, flow);
      (await flow)(datagram);
    });
    return front.address().port;
  }

  /** Each client has a separate socket to the media server, which distinguishes clients by address. */
  async #openFlow(front: Socket, client: RemoteInfo, server: Address): Promise<(datagram: Buffer) => void> {
    const [up, down] = [new Link(this.#seed), new Link(this.#seed + 1)];
    this.#seed += 2;
    const back = await this.#open();
    back.on('message', (datagram) =>
      this.#carry(datagram, down, this.#conditions.down, () =>
        front.send(datagram, client.port, client.address),
      ),
    );
    return (datagram) =>
      this.#carry(datagram, up, this.#conditions.up, () => back.send(datagram, server.port, server.ip));
  }

  #carry({ length }: Buffer, link: Link, conditions: Conditions, deliver: () => void): void {
    const arrivals = link.arrivals(length, performance.now(), conditions);
    if (arrivals.length === 0) this.counts.lost += 1;
    for (const ms of arrivals) {
      this.counts.passed += 1;
      const arrive = () => {
        if (!this.#closed) deliver();
      };
      if (ms === 0) arrive();
      // biome-ignore lint/plugin/sleeps: the delay of a line
      else setTimeout(arrive, ms);
    }
  }

  async #open(): Promise<Socket> {
    const socket = await bound();
    this.#sockets.push(socket);
    return socket;
  }
}

/** Simulates a network between local clients and a local media server, similar to `tc netem`. */
export function openRoughNetwork(conditions: Partial<Conditions> = {}, seed = 1): RoughNetwork {
  return new Network(conditions, seed);
}
