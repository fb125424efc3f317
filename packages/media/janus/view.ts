import { setTimeout as sleep } from 'node:timers/promises';
import {
  type HandleId,
  hasCode,
  type JanusApi,
  JanusError,
  type Jsep,
  janusCode,
  pluginData,
} from './api.ts';
import type { ViewerCount } from './counting/counting.ts';
import type { Held, Holdings } from './hold.ts';
import type { Handle, JanusLink } from './link.ts';
import { opaqueOf } from './opaque.ts';
import { FEED, type JanusRooms } from './rooms.ts';

/** ms between two looks for a publisher whose connection is being made, and how many. */
const WAIT_MS = 100;
const WAITS = 30;

/** What one player sees. */
export interface View {
  readonly id: HandleId;
  readonly subject: string;
  /** Janus offers, the player answers. */
  readonly offer: Jsep;
  start(answer: Jsep): Promise<void>;
  trickle(candidate: unknown): Promise<void>;
  end(reason: string): void;
}

export interface ViewParts {
  api: JanusApi;
  link: JanusLink;
  rooms: JanusRooms;
  holdings: Holdings;
  now: () => number;
  viewer(subject: string): ViewerCount | null;
  isPublishing(room: string): boolean;
  /** Of the one who publishes there now. */
  publisherHandle(room: string): number | undefined;
  log?: ((event: string, fields: Readonly<Record<string, unknown>>) => void) | undefined;
}

interface Seat {
  room: string;
  subject: string;
  /** It has ended, by whomever. */
  onEnd(reason: string): void;
}

/** Subscribers of the VideoRoom: one a subject. */
export class JanusViewers {
  readonly #parts: ViewParts;
  /** By view: the handle of the publisher it shows. */
  readonly #shown = new WeakMap<Held, number>();

  constructor(parts: ViewParts) {
    this.#parts = parts;
  }

  /** Throws JanusError: noSuchFeed while nobody publishes. */
  open(seat: Seat): Promise<View> {
    return this.#parts.link.renewed(() => this.#open(seat));
  }

  async #open({ room, subject, onEnd }: Seat): Promise<View> {
    const { link, holdings, now, log } = this.#parts;
    const fields = { right: 'view', room, subject };
    const finish = (reason: string) => {
      if (!holdings.remove(handle.id)) return;
      void handle.detach();
      log?.('media.session.ended', { ...fields, reason });
      onEnd(reason);
    };
    const handle: Handle = await link.attach(opaqueOf({ right: 'view', room, subject }), { gone: finish });
    const offer = await this.#join(handle, room).catch(async (error: unknown) => {
      await handle.detach();
      throw error;
    });
    this.end(subject, 'replaced');
    const held: Held = { right: 'view', room, subject, id: handle.id, openedAt: now(), end: finish };
    holdings.add(held);
    this.#show(held);
    log?.('media.session.opened', fields);
    return {
      id: handle.id,
      subject,
      offer,
      start: async (answer) => void pluginData(await handle.send({ request: 'start' }, answer)),
      trickle: (candidate) => handle.trickle([candidate]),
      end: finish,
    };
  }

  /** Ends what a subject sees, whichever node opened it. */
  end(subject: string, reason: string): void {
    const { api, holdings } = this.#parts;
    const counted = this.#parts.viewer(subject);
    if (counted?.connected) {
      holdings.bury(counted.id);
      void api.detach(counted.id);
    }
    for (const held of holdings.all())
      if (held.right === 'view' && held.subject === subject) held.end(reason);
  }

  /** Janus leaves subscribers of a publisher who is gone without a picture: they are told to come again. */
  follow(): void {
    for (const held of this.#parts.holdings.all()) {
      if (held.right !== 'view') continue;
      const shown = this.#shown.get(held);
      const present = this.#parts.publisherHandle(held.room);
      if (shown === undefined) this.#show(held);
      else if (present !== shown) held.end('publisher-left');
    }
  }

  #show(held: Held): void {
    const handle = this.#parts.publisherHandle(held.room);
    if (handle !== undefined) this.#shown.set(held, handle);
  }

  async #join(handle: Handle, room: string): Promise<Jsep> {
    const { rooms, isPublishing } = this.#parts;
    for (let tries = 1; ; tries += 1) {
      try {
        const number = await rooms.find(room);
        if (number === null) throw new JanusError(janusCode.noSuchRoom, 'there is no such room');
        const streams = [{ feed: FEED }];
        const join = { request: 'join', ptype: 'subscriber', room: number, pin: rooms.pin(room), streams };
        const event = await handle.send(join);
        pluginData(event);
        if (event.jsep) return event.jsep;
        throw new JanusError(janusCode.noSuchFeed, 'nothing was offered');
      } catch (error) {
        const isEarly = hasCode(error, janusCode.noSuchFeed) && isPublishing(room) && tries < WAITS;
        if (!isEarly) throw error;
        await sleep(WAIT_MS);
      }
    }
  }
}
