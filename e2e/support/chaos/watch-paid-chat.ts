import { setTimeout as sleep } from 'node:timers/promises';
import type { PlayerConfig } from '@vonk/media';
import { createTestPeer, mediaRequest, type TestPeer } from '@vonk/media/testing';
import { getChatJoinToken, joinChat, keepAlive, leaveChat } from '#contract/chat/session-calls.ts';
import { HEARD_MS } from '#contract/chat/units.ts';
import type { AnyEndpoint, InputOf, OutputOf } from '#contract/endpoint.ts';
import { callOverSocket, connectSocket, type NodeSocket } from '../nodes/call.ts';

/** ms between two keep-alives. */
const BEAT_MS = 700;
/** Timeout in ms of a socket call and of the first picture. A kill closes the socket and is noticed at once. */
const PATIENCE_MS = 30_000;

/** The member's record of one session in a paid chat. */
export interface WatchedChat {
  session: string;
  performer: string;
  /** Charged minutes by the meter, including those of earlier sessions whose minute this one continued. */
  acknowledged: number;
  /** ms of media: the minimum that the product acknowledged, and the maximum that can have arrived. */
  least: number;
  most: number;
}

interface Wish {
  url: string;
  token: string;
  performer: string;
  /** ms to watch. */
  length: number;
  /** Receives the record at the start; it is updated while watching, so that a kill does not lose it. */
  remember: (watched: WatchedChat) => void;
}

/**
 * Watches a paid chat like a browser, with a socket, a picture by WebRTC and keep-alives. Throws Refused, or
 * any error that a kill causes.
 */
export async function watchPaidChat({ url, token, performer, length, remember }: Wish): Promise<void> {
  const socket = connectSocket({ url, token }, { reconnection: false });
  const ask = askOver(socket);
  let peer: TestPeer | null = null;
  try {
    const { token: joinToken } = await ask(getChatJoinToken, { performer });
    const joined = await ask(joinChat, { 'x-chat': joinToken });
    const watched = { session: joined.meter.session, performer, acknowledged: 0, least: 0, most: 0 };
    remember(watched);
    peer = await createTestPeer({ direction: 'recvonly' });
    const media = new MediaWatch(peer);
    await peer.accept(await answerTo(peer.offer, url, joined.config));
    await firstPicture(media, socket);
    await sendKeepAlives(ask, { auth: joined.auth, media, watched, length });
  } finally {
    socket.disconnect();
    await peer?.close();
  }
}

/** Returns the WHEP answer. Retries 409, because after a start the performer is in the room before the encoder is. */
async function answerTo(offer: string, origin: string, config: PlayerConfig): Promise<string> {
  if (config.agent !== 'whep') throw new Error('chaos needs the embedded media server');
  const { url, token } = config;
  const send = (path: string, init: RequestInit) =>
    fetch(new URL(path, origin), { ...init, signal: AbortSignal.timeout(PATIENCE_MS) });
  const patienceEnds = Date.now() + PATIENCE_MS;
  for (;;) {
    const answer = await mediaRequest(send, url, { token, body: offer });
    if (answer.ok) return answer.text();
    if (answer.status !== 409 || Date.now() > patienceEnds) throw new Error(`WHEP answered ${answer.status}`);
    // biome-ignore lint/plugin/sleeps: the pause before another attempt
    await sleep(300);
  }
}

type Ask = <Call extends AnyEndpoint>(call: Call, input: InputOf<Call>) => Promise<OutputOf<Call>>;

/** A call that a kill cuts off fails at once instead of after the timeout. */
function askOver(socket: NodeSocket): Ask {
  let cut: (error: Error) => void = () => undefined;
  const isCut = new Promise<never>((_, reject) => {
    cut = reject;
  });
  isCut.catch(() => undefined);
  socket.on('disconnect', (reason) => cut(new Error(reason)));
  socket.on('connect_error', cut);
  return (call, input) =>
    Promise.race([callOverSocket({ socket, patience: PATIENCE_MS }, call, input), isCut]);
}

async function firstPicture(media: MediaWatch, socket: Pick<NodeSocket, 'connected'>): Promise<void> {
  const patienceEnds = Date.now() + PATIENCE_MS;
  while (media.packets === 0) {
    if (!socket.connected || Date.now() > patienceEnds) throw new Error('no picture arrived');
    // biome-ignore lint/plugin/sleeps: asks again until packets arrive
    await sleep(50);
  }
}

interface KeepAliveOptions {
  auth: string;
  media: MediaWatch;
  watched: WatchedChat;
  length: number;
}

async function sendKeepAlives(
  ask: Ask,
  { auth: first, media, watched, length }: KeepAliveOptions,
): Promise<void> {
  const endsAt = Date.now() + length;
  const before = media.read();
  let auth = first;
  let counted: number | null = null;
  const grow = () => {
    watched.most = media.read().most - before.most;
  };
  try {
    while (Date.now() < endsAt) {
      const sent = media.read().least;
      const stats = { framesDecoded: media.packets, packetsLost: 0, stalledMs: 0 };
      const answer = await ask(keepAlive, { auth, stats });
      auth = answer.auth;
      const { price, spent } = answer.meter;
      watched.acknowledged = Math.max(watched.acknowledged, price > 0 ? Math.round(spent / price) : 0);
      // While the performer is paused or her picture is frozen, nothing is charged.
      const isCharged = price > 0 && !answer.reception.isFrozen;
      if (counted !== null && isCharged) watched.least += Math.min(sent - counted, HEARD_MS);
      // The first keep-alive only starts the count, at the time of its response.
      counted = counted === null ? media.read().least : sent;
      grow();
      // biome-ignore lint/plugin/sleeps: a player’s pace
      await sleep(BEAT_MS);
    }
    await ask(leaveChat, { auth, reason: Math.random() < 0.7 ? 'left' : 'failed' });
  } finally {
    grow();
  }
}

/** Gaps in ms between two packets: up to the first the picture surely ran, beyond the second it surely stalled. */
const SURE_GAP_MS = 1000;
const LONGEST_GAP_MS = 3000;

/** Counts the ms of media that a viewer received, as a minimum and a maximum. */
export class MediaWatch {
  packets = 0;
  #last: number | null = null;
  #least = 0;
  #most = 0;

  constructor(peer: TestPeer) {
    for (const transport of peer.pc.dtlsTransports) transport.onRtp.subscribe(() => this.#count());
  }

  #count(): void {
    const now = Date.now();
    const gap = now - (this.#last ?? now);
    this.#last = now;
    this.packets += 1;
    this.#least += gap <= SURE_GAP_MS ? gap : 0;
    this.#most += Math.min(gap, LONGEST_GAP_MS);
  }

  /** Counts so far; `most` includes the current gap, which a further packet may close. */
  read(): { least: number; most: number } {
    const open = this.#last === null ? 0 : Math.min(Date.now() - this.#last, LONGEST_GAP_MS);
    return { least: this.#least, most: this.#most + open };
  }
}
