import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createEncoder, createTestPeer, type TestPeer } from '../testing/whip-client.ts';
import { connect, countOnly } from './crowd.ts';

export const packetBytes = 1200;

/** The load generator's view of a server. */
export interface Contender {
  growTo(viewers: number): Promise<void>;
  send(): void;
  received(): number;
  /** CPU seconds that its server has used so far. */
  cpuSeconds(): Promise<number>;
}

/** One encoder and many viewers at the media server. */
export class MediaLoad implements Contender {
  readonly #url: string;
  readonly #peers: TestPeer[] = [];
  #send: () => void = () => undefined;
  #received = 0;
  readonly cpuSeconds: () => Promise<number>;

  constructor(port: number, cpuSeconds: () => Promise<number>) {
    this.cpuSeconds = cpuSeconds;
    this.#url = `http://127.0.0.1:${port}/media`;
  }

  async publish(): Promise<void> {
    const peer = await createTestPeer({ direction: 'sendonly', kinds: ['video'] });
    await connect(peer, `${this.#url}/whip/bench`, 'publisher');
    const encoder = createEncoder(peer);
    const payload = Buffer.alloc(packetBytes);
    this.#send = () => encoder.send('video', payload);
  }

  async growTo(viewers: number): Promise<void> {
    while (this.#peers.length < viewers) {
      const peer = await createTestPeer({ direction: 'recvonly', kinds: ['video'] });
      await connect(peer, `${this.#url}/whep/bench`, `viewer-${this.#peers.length}`);
      countOnly(peer, () => {
        this.#received += 1;
      });
      this.#peers.push(peer);
    }
  }

  send(): void {
    this.#send();
  }

  received(): number {
    return this.#received;
  }
}

/** The same packets and number of receivers at the plain fan-out. */
export class FanOutLoad implements Contender {
  readonly #port: number;
  readonly #tell: (ports: number[]) => Promise<unknown>;
  readonly #sockets: Socket[] = [];
  readonly #source = createSocket('udp4');
  readonly #packet = Buffer.alloc(packetBytes + 12);
  #received = 0;

  readonly cpuSeconds: () => Promise<number>;

  constructor(port: number, cpuSeconds: () => Promise<number>, tell: (ports: number[]) => Promise<unknown>) {
    this.cpuSeconds = cpuSeconds;
    this.#port = port;
    this.#tell = tell;
  }

  async growTo(viewers: number): Promise<void> {
    while (this.#sockets.length < viewers) {
      const socket = createSocket('udp4', () => {
        this.#received += 1;
      });
      socket.bind(0, '127.0.0.1');
      await once(socket, 'listening');
      this.#sockets.push(socket);
    }
    await this.#tell(this.#sockets.map((socket) => socket.address().port));
  }

  send(): void {
    this.#source.send(this.#packet, this.#port, '127.0.0.1');
  }

  received(): number {
    return this.#received;
  }

  close(): void {
    for (const socket of [this.#source, ...this.#sockets]) socket.close();
  }
}
