import { setTimeout as sleep } from 'node:timers/promises';
import { vp8Payload } from '../embedded/sfu/rtp/testing.ts';
import {
  createEncoder,
  createTestPeer,
  hangUp,
  mediaRequest,
  type TestPeer,
} from '../testing/whip-client.ts';

/** 62 packets of 1,200 bytes a second are about 600 kbit/s. */
const packetMs = 1000 / 62;
const packetBytes = 1200;
/** Packets between two key frames: about two seconds. */
const keyEvery = 124;

/** ms within which a viewer must receive its first packet: an encoder may be away for a while. */
const pictureMs = 30_000;

/** Absolute URL and token to publish or play. */
export interface Target {
  url: string;
  token: string;
}

/** How a peer leaves: by DELETE, by closing the connection, or silently like a killed process. */
export const farewells = ['delete', 'hang up', 'vanish'] as const;
export type Farewell = (typeof farewells)[number];

async function vanish({ pc }: TestPeer): Promise<void> {
  for (const { iceTransport } of pc.dtlsTransports) await iceTransport.connection.close();
  await pc.close();
}

/** An encoder or a player with a session at the media server. */
export class Guest {
  /** Number of received packets. */
  packets = 0;
  readonly #peer: TestPeer;
  readonly #session: Target;
  #stop: () => void = () => undefined;

  constructor(peer: TestPeer, session: Target) {
    this.#peer = peer;
    this.#session = session;
  }

  /** Sends 600 kbit/s of video until it leaves. */
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

  /** Rejects if no packet arrives. */
  async watch(): Promise<void> {
    this.#peer.pc.dtlsTransports[0]?.onRtp.subscribe(() => {
      this.packets += 1;
    });
    for (const until = Date.now() + pictureMs; this.packets === 0; await sleep(10))
      if (Date.now() > until) throw new Error(`No packet arrived within ${pictureMs} ms`);
  }

  async leave(how: Farewell): Promise<void> {
    this.#stop();
    const { url, token } = this.#session;
    if (how === 'delete') {
      const { status } = await mediaRequest(fetch, url, { method: 'DELETE', token });
      if (status !== 200) throw new Error(`DELETE answered ${status}`);
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

/** Opens a viewer that receives the picture. */
export async function viewerAt(target: Target): Promise<Guest> {
  const guest = await guestAt(target, 'recvonly');
  await guest.watch();
  return guest;
}

/** Posts an offer and never connects. */
export async function strangerAt({ url, token }: Target): Promise<void> {
  const peer = await createTestPeer({ direction: 'recvonly', kinds: ['video'] });
  await offer(peer, url, token);
  await peer.close();
}

/** A player that reconnects whenever its picture stops. */
export class Screen {
  /** Why it has given up; null while it plays. */
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
    // The server may have ended the session already.
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

/** Statuses after which players retry: no publisher, or too many requests. */
const notNow = [409, 429];
const mostTries = 20;

/** Posts an offer and retries like a player until 201. Throws for other statuses. */
export async function offer(peer: TestPeer, url: string, token: string): Promise<Response> {
  for (let tries = 0; ; tries += 1) {
    const response = await mediaRequest(fetch, url, { token, body: peer.offer });
    if (response.status === 201) return response;
    if (!notNow.includes(response.status) || tries > mostTries)
      throw new Error(`The media server answered ${response.status}`);
    await sleep(Number(response.headers.get('Retry-After')) * 1000);
  }
}

/** Opens a session by WHIP or WHEP, waits until media can flow and returns its URL. */
export async function connect(peer: TestPeer, url: string, token: string): Promise<string> {
  const response = await offer(peer, url, token);
  await peer.accept(await response.text());
  return new URL(response.headers.get('Location') ?? '', url).href;
}

/** Counts and drops arriving packets, so that the load needs far less CPU than the measured server. */
export function countOnly(peer: TestPeer, count: () => void): void {
  for (const { iceTransport } of peer.pc.dtlsTransports) {
    iceTransport.connection.onData.allUnsubscribe();
    iceTransport.connection.onData.subscribe(count);
  }
}
