import { setTimeout as sleep } from 'node:timers/promises';
import {
  type HandleId,
  hasCode,
  type JanusApi,
  JanusError,
  type Jsep,
  janusCode,
  opaqueOf,
  pluginData,
} from './api.ts';
import type { ViewerCount } from './counting/counting.ts';
import type { Holdings, OwnHandle } from './holdings.ts';
import type { Handle, JanusLink } from './link.ts';
import { FEED, type JanusRooms } from './rooms.ts';

/** ms between checks for a publisher that is connecting, and their number. */
const WAIT_MS = 100;
const WAITS = 30;

/** One player's subscription. */
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
  /** Handle of the current publisher. */
  publisherHandle(room: string): number | undefined;
  log?: ((event: string, fields: Readonly<Record<string, unknown>>) => void) | undefined;
}

interface Seat {
  room: string;
  subject: string;
  /** Called when the view has ended for any reason. */
  onEnd(reason: string): void;
}

/** Subscribers of the VideoRoom: one per subject. */
export class JanusViewers {
  readonly #parts: ViewParts;
  /** By view: handle of the publisher it shows. */
  readonly #shown = new WeakMap<OwnHandle, number>();

  constructor(parts: ViewParts) {
    this.#parts = parts;
  }

  /** Throws JanusError; with code noSuchFeed while the room has no publisher. */
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
    const own: OwnHandle = { right: 'view', room, subject, id: handle.id, openedAt: now(), end: finish };
    holdings.add(own);
    this.#show(own);
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

  /** Ends a subject's view, on any node. */
  end(subject: string, reason: string): void {
    const { api, holdings } = this.#parts;
    const counted = this.#parts.viewer(subject);
    if (counted?.connected) {
      holdings.bury(counted.id);
      void api.detach(counted.id);
    }
    for (const own of holdings.all()) if (own.right === 'view' && own.subject === subject) own.end(reason);
  }

  /** Ends views whose publisher left or was replaced, so that players reconnect: Janus sends them no picture. */
  follow(): void {
    for (const own of this.#parts.holdings.all()) {
      if (own.right !== 'view') continue;
      const shown = this.#shown.get(own);
      const present = this.#parts.publisherHandle(own.room);
      if (shown === undefined) this.#show(own);
      else if (present !== shown) own.end('publisher-left');
    }
  }

  #show(own: OwnHandle): void {
    const handle = this.#parts.publisherHandle(own.room);
    if (handle !== undefined) this.#shown.set(own, handle);
  }

  async #join(handle: Handle, room: string): Promise<Jsep> {
    const { rooms, isPublishing } = this.#parts;
    for (let tries = 1; ; tries += 1) {
      try {
        const number = await rooms.find(room);
        if (number === null) throw new JanusError(janusCode.noSuchRoom, 'No such room');
        const streams = [{ feed: FEED }];
        const join = { request: 'join', ptype: 'subscriber', room: number, pin: rooms.pin(room), streams };
        const event = await handle.send(join);
        pluginData(event);
        if (event.jsep) return event.jsep;
        throw new JanusError(janusCode.noSuchFeed, 'Janus returned no offer');
      } catch (error) {
        const isEarly = hasCode(error, janusCode.noSuchFeed) && isPublishing(room) && tries < WAITS;
        if (!isEarly) throw error;
        await sleep(WAIT_MS);
      }
    }
  }
}
