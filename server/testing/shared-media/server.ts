import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { PlayerConfig } from '@vonk/media';
import { z } from 'zod';

const moment = z.number().nullable();

/** State that a test's media server sends to its nodes, several times per second. */
export const mediaStateSchema = z.object({
  /** Rooms with a publisher. */
  rooms: z.record(z.string(), z.object({ packetsIn: z.number(), lastMediaAt: moment })),
  /** By subject. */
  viewers: z.record(
    z.string(),
    z.object({ room: z.string(), packetsOut: z.number(), deliveredMs: z.number(), lastMediaAt: moment }),
  ),
});
export type MediaState = z.infer<typeof mediaStateSchema>;

/** Orders a node gives to the media server. */
const mediaOrderSchema = z.discriminatedUnion('order', [
  z.object({
    order: z.literal('issue'),
    right: z.enum(['publish', 'view']),
    room: z.string(),
    subject: z.string(),
  }),
  z.object({ order: z.literal('drop'), subject: z.string() }),
  z.object({ order: z.literal('close'), room: z.string() }),
]);
export type MediaOrder = z.infer<typeof mediaOrderSchema>;

export const issuedSchema = z.object({ token: z.string() });

/** ms between two packets of each stream, and between two states sent to the nodes. */
const PACKET_MS = 50;

/** A player of this media server. */
interface SharedPlayer {
  /** For this session: decoded frames, and ms of media received. */
  read(): { frames: number; deliveredMs: number };
  /** Whether the media server already sends to it. */
  isServed(): boolean;
}

/** A media server shared by all nodes of a test. Packets are counted instead of sent. */
interface SharedMedia {
  url: string;
  /**
   * Publishes like an encoder with the target from a node; returns a function that stops it. Throws if it is refused.
   */
  publish(target: { token: string }): () => void;
  /** Plays like a player with its config. Throws if it is refused. */
  play(config: PlayerConfig): SharedPlayer;
  close(): Promise<void>;
}

interface Grant {
  right: 'publish' | 'view';
  room: string;
  subject: string;
}

/** The state of rooms, viewers and tokens. */
class Studio {
  readonly #grants = new Map<string, Grant>();
  readonly #publishers = new Map<
    string,
    { subject: string; packetsIn: number; lastMediaAt: number | null }
  >();
  readonly #viewers = new Map<string, MediaState['viewers'][string]>();

  issue(grant: Grant): string {
    const token = randomUUID();
    this.#grants.set(token, grant);
    return token;
  }

  open(token: string, right: Grant['right']): Grant {
    const grant = this.#grants.get(token);
    if (grant?.right !== right) throw new Error('The media server refused the token');
    const { room, subject } = grant;
    if (right === 'publish') this.#publishers.set(room, { subject, packetsIn: 0, lastMediaAt: null });
    else this.#viewers.set(subject, { room, packetsOut: 0, deliveredMs: 0, lastMediaAt: null });
    return grant;
  }

  drop(subject: string): void {
    for (const [token, grant] of this.#grants) if (grant.subject === subject) this.#grants.delete(token);
    this.#viewers.delete(subject);
    for (const [room, publisher] of this.#publishers)
      if (publisher.subject === subject) this.#publishers.delete(room);
  }

  close(room: string): void {
    this.#publishers.delete(room);
    for (const [subject, viewer] of this.#viewers) if (viewer.room === room) this.#viewers.delete(subject);
  }

  /** Delivers one packet from each publisher to each of its viewers. */
  send(now: number): void {
    for (const publisher of this.#publishers.values()) {
      publisher.packetsIn += 1;
      publisher.lastMediaAt = now;
    }
    for (const viewer of this.#viewers.values()) {
      if (!this.#publishers.has(viewer.room)) continue;
      viewer.deliveredMs += now - (viewer.lastMediaAt ?? now);
      viewer.packetsOut += 1;
      viewer.lastMediaAt = now;
    }
  }

  viewer = (subject: string) => this.#viewers.get(subject);

  state = (): MediaState => ({
    rooms: Object.fromEntries(this.#publishers),
    viewers: Object.fromEntries(this.#viewers),
  });
}

/** Listens on a free port of this machine. */
export async function startSharedMedia(): Promise<SharedMedia> {
  const studio = new Studio();
  const listeners = new Set<ServerResponse>();
  const obey = (order: MediaOrder): { token?: string } => {
    if (order.order === 'issue') return { token: studio.issue(order) };
    if (order.order === 'drop') studio.drop(order.subject);
    else studio.close(order.room);
    return {};
  };
  const tell = (listener: ServerResponse) => listener.write(`${JSON.stringify(studio.state())}\n`);
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method === 'POST') {
      const order = mediaOrderSchema.parse(JSON.parse(await text(request)));
      response.end(JSON.stringify(obey(order)));
      return;
    }
    response.on('close', () => listeners.delete(response));
    listeners.add(response);
    tell(response);
  };
  const http = createServer((request, response) => void answer(request, response));
  const sending = setInterval(() => {
    studio.send(Date.now());
    for (const listener of listeners) tell(listener);
  }, PACKET_MS);
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');

  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    publish: ({ token }) => {
      const { room } = studio.open(token, 'publish');
      return () => studio.close(room);
    },
    play: (config) => {
      if (config.agent !== 'whep') throw new Error(`Unsupported agent ${config.agent}`);
      const { subject } = studio.open(config.token, 'view');
      let last = { frames: 0, deliveredMs: 0 };
      return {
        read: () => {
          const viewer = studio.viewer(subject);
          if (viewer) last = { frames: viewer.packetsOut, deliveredMs: viewer.deliveredMs };
          return last;
        },
        isServed: () => studio.viewer(subject) !== undefined,
      };
    },
    close: async () => {
      clearInterval(sending);
      const closed = once(http, 'close');
      http.close();
      http.closeAllConnections();
      await closed;
    },
  };
}
