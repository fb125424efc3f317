import { createHmac, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Entrance, OpenSession, SessionBook } from '../whip/door.ts';
import { Goodbyes, ReplacedPublishers } from '../whip/former-sessions.ts';
import { newEtag } from '../whip/http.ts';
import { Refusal } from '../whip/refusal.ts';
import type { IceCredentials } from '../whip/sdp/fragment.ts';
import type { Offer } from '../whip/sdp/offer.ts';
import { publishedCodec } from '../whip/sdp/offer.ts';
import {
  type HandleId,
  hasCode,
  type JanusApi,
  JanusError,
  type JanusMessage,
  janusCode,
  opaqueOf,
  pluginData,
} from './api.ts';
import { countOf, type PublisherCount } from './counting/counting.ts';
import { fromJanus, jsepOfOffer, restartedOffer, toJanus } from './descriptions.ts';
import type { Holdings } from './holdings.ts';
import type { Handle, JanusLink } from './link.ts';
import { FEED, type JanusRooms } from './rooms.ts';

/** ms between attempts to replace a publisher that is being removed, and their number. */
const TAKE_MS = 50;
const TAKES = 20;

export interface PublishParts {
  api: JanusApi;
  link: JanusLink;
  rooms: JanusRooms;
  holdings: Holdings;
  /** Session names are derived from it, so that every node can resolve them. */
  secret: string;
  now: () => number;
  publishers(): Readonly<Record<string, PublisherCount>>;
  log?: ((event: string, fields: Readonly<Record<string, unknown>>) => void) | undefined;
}

/** WHIP in front of the VideoRoom: an encoder's offer becomes the room's publisher. */
export class JanusPublishers implements SessionBook {
  readonly #parts: PublishParts;
  readonly #sessions = new Map<string, OpenSession>();
  /** By room: its last pending work. */
  readonly #turns = new Map<string, Promise<unknown>>();
  readonly goodbyes: Goodbyes;
  readonly #replaced: ReplacedPublishers;

  constructor(parts: PublishParts) {
    this.#parts = parts;
    this.goodbyes = new Goodbyes(parts.now);
    this.#replaced = new ReplacedPublishers(parts.now);
  }

  readonly byId = {
    get: (id: string): OpenSession | undefined => this.#sessions.get(id) ?? this.#elsewhere(id),
  };

  publish(entrance: Entrance, offer: Offer): Promise<OpenSession> {
    for (const section of offer.sections) publishedCodec(section);
    return this.whenIdle(entrance.room, () => this.#parts.link.renewed(() => this.#publish(entrance, offer)));
  }

  /** Ends what a subject publishes, on any node. */
  endOf(subject: string, reason: string): void {
    for (const session of this.#sessions.values()) if (session.subject === subject) session.end(reason);
  }

  /** Ends the publisher of a room, on any node. */
  end(room: string, reason: string): void {
    for (const session of this.#sessions.values()) if (session.room === room) session.end(reason);
    const counted = countOf(this.#parts.publishers(), room);
    if (!counted) return;
    this.#parts.holdings.bury(counted.id);
    void this.whenIdle(room, () => this.#parts.api.detach(counted.id));
  }

  async #publish(entrance: Entrance, offer: Offer): Promise<OpenSession> {
    const { rooms, holdings, now } = this.#parts;
    const previous = [...this.#sessions.values()].find(({ room }) => room === entrance.room);
    // Replacements by other nodes are unknown here.
    this.#replaced.requireFree(entrance, previous !== undefined);
    const number = await rooms.open(entrance.room);
    const token = await rooms.allow(entrance.room);
    const { handle, event } = await this.#take(entrance, { number, token, sdp: toJanus(offer) });
    await rooms.forbid(entrance.room, token);
    if (previous) this.#replaced.add(previous, entrance);
    previous?.end('replaced');
    const answer = fromJanus(event.jsep?.sdp ?? '', offer);
    const session = this.#open(entrance, { handle, offer, answer });
    holdings.add({ ...entrance, right: 'publish', id: handle.id, openedAt: now(), end: session.end });
    return session;
  }

  /** Janus refuses an id in use, so its current publisher is kicked first. */
  async #take(
    { room, subject }: Entrance,
    { number, token, sdp }: { number: number; token: string; sdp: string },
  ): Promise<{ handle: Handle; event: JanusMessage }> {
    const { link, rooms } = this.#parts;
    const opaque = opaqueOf({ right: 'publish', room, subject });
    for (let tries = 1; ; tries += 1) {
      const handle: Handle = await link.attach(opaque, { gone: (reason) => this.#gone(handle.id, reason) });
      try {
        const event = await handle.send(
          {
            request: 'joinandconfigure',
            ptype: 'publisher',
            room: number,
            id: FEED,
            pin: rooms.pin(room),
            token,
          },
          jsepOfOffer(sdp),
        );
        pluginData(event);
        if (event.jsep) return { handle, event };
        throw new Refusal(422, 'The media server returned no answer to this offer');
      } catch (error) {
        await handle.detach();
        if (!hasCode(error, janusCode.idInUse) || tries === TAKES) throw error;
        await rooms.ask(room, { request: 'kick', id: FEED }).catch(() => undefined);
        await sleep(TAKE_MS);
      }
    }
  }

  #open(
    entrance: Entrance,
    { handle, offer, answer }: { handle: Handle; offer: Offer; answer: string },
  ): OpenSession {
    let detached = Promise.resolve();
    const session: OpenSession = {
      ...entrance,
      id: this.#nameOf(handle.id),
      right: 'publish',
      etag: newEtag(),
      peer: this.#peer(handle, offer, answer),
      trickle: ({ candidates, isComplete }) => {
        const entries = candidates.map((candidate) => ({ candidate, sdpMLineIndex: 0 }));
        void handle.trickle([...entries, ...(isComplete ? [{ completed: true }] : [])]);
      },
      end: (reason) => {
        if (!this.#sessions.delete(session.id)) return;
        this.goodbyes.forget();
        this.#replaced.forget();
        this.goodbyes.remember(session);
        this.#parts.holdings.remove(handle.id);
        detached = this.whenIdle(session.room, () => handle.detach());
        this.#log('media.session.ended', session, { reason });
      },
      ended: () => detached,
    };
    this.#sessions.set(session.id, session);
    this.#log('media.session.opened', session);
    return session;
  }

  /** Janus needs a whole offer to restart ICE, so the accepted one is kept. */
  #peer(handle: Handle, offer: Offer, answer: string): OpenSession['peer'] {
    const peer = {
      answer,
      ice: offer.ice,
      restart: async (ice: IceCredentials) => {
        const sdp = restartedOffer(toJanus(offer), ice);
        const event = await handle.send({ request: 'configure' }, jsepOfOffer(sdp));
        try {
          pluginData(event);
        } catch (error) {
          throw error instanceof JanusError ? new Refusal(422, error.message) : error;
        }
        if (!event.jsep) throw new Refusal(422, 'The media server returned no answer to this restart');
        peer.ice = ice;
        return fromJanus(event.jsep.sdp, offer);
      },
    };
    return peer;
  }

  #gone(id: HandleId, reason: string): void {
    this.#sessions.get(this.#nameOf(id))?.end(reason);
  }

  /** A session that another node opened; this node can only end it. */
  #elsewhere(name: string): OpenSession | undefined {
    const [room, counted] =
      Object.entries(this.#parts.publishers()).find(([, { id }]) => isSameName(this.#nameOf(id), name)) ?? [];
    if (room === undefined || !counted) return undefined;
    const { id, subject } = counted;
    let detached = Promise.resolve();
    const session: OpenSession = {
      id: name,
      room,
      subject,
      right: 'publish',
      etag: '"elsewhere"',
      // The token is unknown here: a request is checked by its subject instead.
      token: '',
      peer: { answer: '', ice: { ufrag: '', pwd: '' }, restart: refuseRestart },
      end: (reason) => {
        this.#parts.holdings.bury(id);
        detached = this.whenIdle(room, () => this.#parts.api.detach(id));
        this.#log('media.session.ended', session, { reason });
      },
      ended: () => detached,
    };
    return session;
  }

  #nameOf = ({ session, handle }: HandleId): string =>
    createHmac('sha256', this.#parts.secret).update(`janus session ${session}/${handle}`).digest('base64url');

  /** Runs the work of each room in sequence: closing must not affect a publisher that is opened later. */
  whenIdle<T>(room: string, work: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(room) ?? Promise.resolve();
    const turn = before.catch(() => undefined).then(work);
    this.#turns.set(room, turn);
    const isOver = () => {
      if (this.#turns.get(room) === turn) this.#turns.delete(room);
    };
    turn.then(isOver, isOver);
    return turn;
  }

  #log(event: string, { id, right, room, subject }: OpenSession, more: Record<string, unknown> = {}): void {
    this.#parts.log?.(event, { session: id.slice(0, 6), right, room, subject, ...more });
  }
}

const isSameName = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** Only the node that opened a session can restart its ICE. */
async function refuseRestart(): Promise<string> {
  throw new Refusal(422, 'This node cannot restart ICE for this session: open a new one');
}
