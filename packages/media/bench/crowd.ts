import { setTimeout as sleep } from 'node:timers/promises';
import { vp8Payload } from '../embedded/sfu/rtp/testing.ts';
import {
  createEncoder,
  createTestPeer,
  hangUp,
  mediaRequest,
  type TestPeer,
} from '../testing/whip-client.ts';
import { connect, offer } from './connect.ts';

/** 62 packets of 1,200 bytes a second are about 600 kbit/s. */
const packetMs = 1000 / 62;
const packetBytes = 1200;
/** Packets between two key frames: about two seconds. */
const keyEvery = 124;

/** ms in which whoever has joined must have got a packet: an encoder may be away for a while. */
const pictureMs = 30_000;

/** Where somebody publishes or plays, with an origin. */
export interface Target {
  url: string;
  token: string;
}

/** How somebody leaves: as the protocol says, by closing the connection, or without a word as a killed process does. */
export const farewells = ['delete', 'hang up', 'vanish'] as const;
export type Farewell = (typeof farewells)[number];

async function vanish({ pc }: TestPeer): Promise<void> {
  for (const { iceTransport } of pc.dtlsTransports) await iceTransport.connection.close();
  await pc.close();
}

/** An encoder or a player with a session at the media server. */
export class Guest {
  /** Packets that have come. */
  packets = 0;
  readonly #peer: TestPeer;
  readonly #session: Target;
  #stop: () => void = () => undefined;

  constructor(peer: TestPeer, session: Target) {
    this.#peer = peer;
    this.#session = session;
  }

  /** Sends a picture of 600 kbit/s until it leaves. */
  broadcast(): void {
    const encoder = createEncoder(this.#peer);
    let sent = 0;
    const startedAt = performance.now();
    const sending = setInterval(() => {
      for (; sent < (performance.now() - startedAt) / packetMs; sent += 1)
        encoder.send('video', vp8Payload({ isKey: sent % keyEvery === 0, bytes: packetBytes }));
    }, 4);
    this.#stop = () => clearInterval(sending);
  }

  /** Rejects when nothing comes. */
  async watch(): Promise<void> {
    this.#peer.pc.dtlsTransports[0]?.onRtp.subscribe(() => {
      this.packets += 1;
    });
    for (const until = Date.now() + pictureMs; this.packets === 0; await sleep(10))
      if (Date.now() > until) throw new Error(`Nothing was seen in ${pictureMs} ms`);
  }

  async leave(how: Farewell): Promise<void> {
    this.#stop();
    const { url, token } = this.#session;
    if (how === 'delete') {
      const { status } = await mediaRequest(fetch, url, { method: 'DELETE', token });
      if (status !== 200) throw new Error(`A DELETE was answered ${status}`);
    } else if (how === 'hang up') await hangUp(this.#peer);
    await vanish(this.#peer);
  }
}

async function guestAt({ url, token }: Target, direction: 'sendonly' | 'recvonly'): Promise<Guest> {
  const peer = await createTestPeer({ direction, kinds: ['video'], steady: true });
  return new Guest(peer, { url: await connect(peer, url, token), token });
}

export async function publisherAt(target: Target): Promise<Guest> {
  const guest = await guestAt(target, 'sendonly');
  guest.broadcast();
  return guest;
}

/** Somebody who sees the picture. */
export async function viewerAt(target: Target): Promise<Guest> {
  const guest = await guestAt(target, 'recvonly');
  await guest.watch();
  return guest;
}

/** An offer, and nothing after it. */
export async function strangerAt({ url, token }: Target): Promise<void> {
  const peer = await createTestPeer({ direction: 'recvonly', kinds: ['video'] });
  await offer(peer, url, token);
  await peer.close();
}

/** A player that goes on while its picture comes, goes and comes again. */
export class Screen {
  /** Why there will be no picture. */
  failure: unknown = null;
  readonly #target: Target;
  #guest: Guest | null = null;
  #packetsBefore = 0;
  #coming: Promise<void>;

  constructor(target: Target) {
    this.#target = target;
    this.#coming = this.#come();
  }

  get packets(): number {
    return this.#packetsBefore + (this.#guest?.packets ?? 0);
  }

  get isShowing(): boolean {
    return this.#guest !== null;
  }

  async renew(how: Farewell): Promise<void> {
    await this.close(how);
    this.#coming = this.#come();
  }

  async close(how: Farewell): Promise<void> {
    await this.#coming;
    const guest = this.#guest;
    this.#packetsBefore = this.packets;
    this.#guest = null;
    // The server may have ended it long ago.
    await guest?.leave(how).catch(() => undefined);
  }

  async #come(): Promise<void> {
    try {
      this.#guest = await viewerAt(this.#target);
    } catch (error) {
      this.failure = error;
    }
  }
}
