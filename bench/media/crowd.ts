import { setTimeout as sleep } from 'node:timers/promises';
import { vp8Payload } from '#server/sfu/rtp/testing.ts';
import {
  createEncoder,
  createTestPeer,
  hangUp,
  mediaRequest,
  type TestPeer,
} from '#server/testing/whip-client.ts';
import { connect, offer } from './connect.ts';

/** 62 packets of 1,200 bytes a second are about 600 kbit/s. */
const packetMs = 1000 / 62;
const packetBytes = 1200;
/** Packets between two key frames: about two seconds. */
const keyEvery = 124;

/** ms in which whoever has joined must have got a packet. */
const pictureMs = 20_000;

/** Cut off without a word, as a killed process is. */
async function vanish({ pc }: TestPeer): Promise<void> {
  for (const { iceTransport } of pc.dtlsTransports) await iceTransport.connection.close();
  await pc.close();
}

/** How somebody leaves: as the protocol says, by closing the connection, or without a word. */
export type Farewell = 'delete' | 'hang up' | 'vanish';

/** An encoder or a player with a session at the media server. */
export class Guest {
  readonly peer: TestPeer;
  readonly #session: string;
  readonly #token: string;
  #stop: () => void = () => undefined;

  constructor(peer: TestPeer, session: string, token: string) {
    this.peer = peer;
    this.#session = session;
    this.#token = token;
  }

  /** Sends a picture of 600 kbit/s until it leaves. */
  broadcast(): void {
    const encoder = createEncoder(this.peer);
    let sent = 0;
    const startedAt = performance.now();
    const sending = setInterval(() => {
      for (; sent < (performance.now() - startedAt) / packetMs; sent += 1)
        encoder.send('video', vp8Payload({ isKey: sent % keyEvery === 0, bytes: packetBytes }));
    }, 4);
    this.#stop = () => clearInterval(sending);
  }

  async leave(how: Farewell): Promise<void> {
    this.#stop();
    if (how === 'delete') {
      const { status } = await mediaRequest(fetch, this.#session, { method: 'DELETE', token: this.#token });
      if (status !== 200) throw new Error(`A DELETE was answered ${status}`);
    } else if (how === 'hang up') await hangUp(this.peer);
    await vanish(this.peer);
  }
}

export async function publisherAt(url: string): Promise<Guest> {
  const peer = await createTestPeer({ direction: 'sendonly', kinds: ['video'] });
  const guest = new Guest(peer, await connect(peer, `${url}/whip/lounge`, 'performer'), 'performer');
  guest.broadcast();
  return guest;
}

/** Somebody who sees the picture. */
export async function viewerAt(url: string, subject: string): Promise<Guest> {
  const peer = await createTestPeer({ direction: 'recvonly', kinds: ['video'] });
  const session = await connect(peer, `${url}/whep/lounge`, subject);
  const seen = new AbortController();
  peer.pc.dtlsTransports[0]?.onRtp.once(() => seen.abort());
  await sleep(pictureMs, undefined, { signal: seen.signal }).then(
    () => Promise.reject(new Error(`${subject} saw nothing in ${pictureMs} ms`)),
    () => undefined,
  );
  return new Guest(peer, session, subject);
}

/** An offer, and nothing after it. */
export async function strangerAt(url: string, subject: string): Promise<void> {
  const peer = await createTestPeer({ direction: 'recvonly', kinds: ['video'] });
  await offer(peer, `${url}/whep/lounge`, subject);
  await peer.close();
}
