import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { chatAction } from '#contract/chat/action-calls.ts';
import type { EndReason } from '#contract/chat/session.ts';
import { getChatJoinToken, joinChat, keepAlive, leaveChat } from '#contract/chat/session-calls.ts';
import type { AnyEndpoint, InputOf, OutputOf } from '#contract/endpoint.ts';
import { ApiClient } from '../started/api-client.ts';
import { until } from '../started/until.ts';
import { callOverSocket, type NodeSocket, Refused } from './call.ts';
import { type Cluster, PASSWORD } from './cluster.ts';
import type { ClusterPlayer } from './media.ts';

/** ms between two reports. */
const BEAT_MS = 500;
/** ms that a node has to answer before the balancer tries the next. */
const PATIENCE_MS = 1500;

/** An end that a socket was told of. */
export interface HeardEnd {
  /** Which node told it. */
  node: number;
  at: number;
  reason: EndReason;
}

/** A member behind a balancer that knows no stickiness: sockets to all nodes, each call to the next one. */
export class Watcher {
  readonly #cluster: Cluster;
  readonly #email: string;
  #sockets: NodeSocket[] = [];
  #turn = 0;
  #auth = '';
  #token = '';
  #player: ClusterPlayer | null = null;
  #beating = Promise.resolve();
  #stopped = false;
  session = '';
  /** Credits that were tipped and acknowledged. */
  tipped = 0;
  readonly ends: HeardEnd[] = [];
  /** Why a report was refused; null while they are taken. */
  refused: string | null = null;
  /** ms of media when the first report with a picture was on its way, and when the last was taken. */
  #from = 0;
  #until = 0;
  /** ms: the longest time between two reports that were taken. */
  longestGap = 0;

  constructor(cluster: Cluster, email: string) {
    this.#cluster = cluster;
    this.#email = email;
  }

  /** Logs in at the node of this place, asks the next for a token, joins at the one after it, and reports from then on. */
  async watch(performer: string, place: number): Promise<void> {
    const { nodes, media } = this.#cluster;
    this.#turn = place;
    const api = new ApiClient(nodes[this.#turn % nodes.length]?.url ?? '');
    await api.logIn(this.#email, PASSWORD);
    this.#token = api.token ?? '';
    this.#sockets = nodes.map(({ url }, node) => this.#connect(url, node));
    await until(async () => this.#sockets.every(({ connected }) => connected));
    const { token } = await this.#ask(getChatJoinToken, { performer });
    const joined = await this.#ask(joinChat, { 'x-chat': token });
    this.session = joined.meter.session;
    this.#auth = joined.auth;
    const at = nodes.map(({ url }) => url);
    this.#player = await media.play(joined.config, at);
    this.#beating = this.#beat();
  }

  /** A tip at whichever node comes next, asked for until it is answered. */
  async tip(amount: number): Promise<void> {
    const data = { amount, tipType: 'tip', message: '', isPublic: false } as const;
    const clientId = randomUUID();
    await this.#ask(chatAction, { action: 'tip', auth: this.#auth, recipient: 'host', clientId, data });
    this.tipped += amount;
  }

  /** Stop. */
  async leave(): Promise<void> {
    await this.stopReporting();
    await this.#ask(leaveChat, { auth: this.#auth, reason: 'left' });
  }

  /** The browser is gone, without a word. */
  async vanish(): Promise<void> {
    await this.stopReporting();
    this.disconnect();
  }

  async stopReporting(): Promise<void> {
    this.#stopped = true;
    await this.#beating;
  }

  disconnect(): void {
    for (const socket of this.#sockets) socket.disconnect();
  }

  isServed = (): boolean => this.#player?.isServed() ?? false;

  /** ms of media that were reported and acknowledged. */
  reportedMs = (): number => this.#until - this.#from;

  #connect(url: string, node: number): NodeSocket {
    const socket: NodeSocket = io(url, {
      transports: ['websocket'],
      forceNew: true,
      reconnectionDelayMax: 1000,
      auth: { 'api-key': 'vonk-web', token: this.#token },
    });
    socket.on('chat-ended', ({ session, reason }) => {
      if (session === this.session) this.ends.push({ node, at: Date.now(), reason });
    });
    return socket;
  }

  async #beat(): Promise<void> {
    let takenAt = Date.now();
    while (!this.#stopped) {
      const { frames, deliveredMs } = this.#player?.read() ?? { frames: 0, deliveredMs: 0 };
      const stats = { framesDecoded: frames, packetsLost: 0, stalledMs: 0 };
      try {
        const { auth } = await this.#ask(keepAlive, { auth: this.#auth, stats });
        this.#auth = auth;
        this.longestGap = Math.max(this.longestGap, Date.now() - takenAt);
        takenAt = Date.now();
        if (this.#from === 0) this.#from = deliveredMs;
        this.#until = deliveredMs;
      } catch (error) {
        // Told of the end, a page reports no more.
        if (this.ends.length > 0) return;
        if (!(error instanceof Refused)) throw error;
        this.refused = error.message;
        return;
      }
      await sleep(BEAT_MS);
    }
  }

  /** At the next node that answers. Throws Refused. */
  async #ask<Call extends AnyEndpoint>(call: Call, input: InputOf<Call>): Promise<OutputOf<Call>> {
    for (let tries = 0; tries < 40; tries += 1) {
      const socket = this.#sockets[this.#turn++ % this.#sockets.length];
      try {
        if (!socket?.connected) throw new Error('no socket to this node');
        return await callOverSocket({ socket, patience: PATIENCE_MS }, call, input);
      } catch (error) {
        if (error instanceof Refused) throw error;
        if (!socket?.connected) await sleep(50);
      }
    }
    throw new Error(`no node answered ${call.path}`);
  }
}
