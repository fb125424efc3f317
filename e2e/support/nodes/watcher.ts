import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { chatAction } from '#contract/chat/action-calls.ts';
import type { EndReason } from '#contract/chat/session.ts';
import { getChatJoinToken, joinChat, keepAlive, leaveChat } from '#contract/chat/session-calls.ts';
import type { AnyEndpoint, InputOf, OutputOf } from '#contract/endpoint.ts';
import { ApiClient } from '../started/api-client.ts';
import { until } from '../started/until.ts';
import { callOverSocket, connectSocket, type NodeSocket, Refused } from './call.ts';
import { type Cluster, PASSWORD } from './cluster.ts';
import type { ClusterPlayer } from './media.ts';

/** ms between two keep-alives. */
const BEAT_MS = 500;
/** Timeout of a node in ms, after which the balancer tries the next. */
const PATIENCE_MS = 1500;
const JOIN_MS = 20_000;

/** A push about the end of the chat that a socket received. */
export interface HeardEnd {
  /** Index of the node that sent it. */
  node: number;
  at: number;
  reason: EndReason;
}

/** A member behind a balancer without sticky sessions: sockets to all nodes, and each call goes to the next one. */
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
  /** Credits of acknowledged tips. */
  tipped = 0;
  readonly ends: HeardEnd[] = [];
  /** Label of the refusal of a keep-alive; null while they are accepted. */
  refused: string | null = null;
  /** ms of media in the first accepted keep-alive with media, and in the last accepted one. */
  #from = 0;
  #until = 0;
  /** Longest time in ms between two accepted keep-alives. */
  longestGap = 0;

  constructor(cluster: Cluster, email: string) {
    this.#cluster = cluster;
    this.#email = email;
  }

  /** Logs in and gets a join token at the node with index `place`, joins at the next, and sends keep-alives from then on. */
  async watch(performer: string, place: number): Promise<void> {
    const { nodes, media } = this.#cluster;
    this.#turn = place;
    const api = new ApiClient(nodes[this.#turn % nodes.length]?.url ?? '');
    await api.logIn(this.#email, PASSWORD);
    this.#token = api.token ?? '';
    this.#sockets = nodes.map(({ url }, node) => this.#connect(url, node));
    await until(async () => this.#sockets.every(({ connected }) => connected));
    const { token } = await this.#ask(getChatJoinToken, { performer });
    // A token joins once: on a busy machine a second attempt would be refused.
    const joined = await this.#ask(joinChat, { 'x-chat': token }, JOIN_MS);
    this.session = joined.meter.session;
    this.#auth = joined.auth;
    const at = nodes.map(({ url }) => url);
    this.#player = await media.play(joined.config, at);
    this.#beating = this.#beat();
  }

  /** Gives a tip at the next node and retries until it is answered. */
  async tip(amount: number): Promise<void> {
    const data = { amount, tipType: 'tip', message: '', isPublic: false } as const;
    const clientId = randomUUID();
    await this.#ask(chatAction, { action: 'tip', auth: this.#auth, recipient: 'host', clientId, data });
    this.tipped += amount;
  }

  /** Leaves the chat, like the Stop button. */
  async leave(): Promise<void> {
    await this.stopKeepAlives();
    await this.#ask(leaveChat, { auth: this.#auth, reason: 'left' });
  }

  /** Disconnects without leaving the chat, like a killed browser. */
  async vanish(): Promise<void> {
    await this.stopKeepAlives();
    this.disconnect();
  }

  async stopKeepAlives(): Promise<void> {
    this.#stopped = true;
    await this.#beating;
  }

  disconnect(): void {
    for (const socket of this.#sockets) socket.disconnect();
  }

  isServed = (): boolean => this.#player?.isServed() ?? false;

  /** ms of media in acknowledged keep-alives. */
  acknowledgedMs = (): number => this.#until - this.#from;

  /** ms of media received, also after the last acknowledged keep-alive. */
  receivedMs = (): number => Math.max(this.#until, this.#player?.read().deliveredMs ?? 0) - this.#from;

  #connect(url: string, node: number): NodeSocket {
    const socket = connectSocket({ url, token: this.#token }, { reconnectionDelayMax: 1000 });
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
        // A page sends no more keep-alives when its chat has ended.
        if (this.ends.length > 0) return;
        if (!(error instanceof Refused)) throw error;
        this.refused = error.message;
        return;
      }
      // biome-ignore lint/plugin/sleeps: a player’s pace
      await sleep(BEAT_MS);
    }
  }

  /** Makes a call at the next node that answers. Throws Refused. */
  async #ask<Call extends AnyEndpoint>(
    call: Call,
    input: InputOf<Call>,
    patience = PATIENCE_MS,
  ): Promise<OutputOf<Call>> {
    for (let tries = 0; tries < 40; tries += 1) {
      const socket = this.#sockets[this.#turn++ % this.#sockets.length];
      try {
        if (!socket?.connected) throw new Error('no socket to this node');
        return await callOverSocket({ socket, patience }, call, input);
      } catch (error) {
        if (error instanceof Refused) throw error;
        // biome-ignore lint/plugin/sleeps: the pause before another attempt
        if (!socket?.connected) await sleep(50);
      }
    }
    throw new Error(`no node answered ${call.path}`);
  }
}
