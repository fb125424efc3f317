import { steadyNow } from '../../port/served.ts';
import type { Entrance, OpenSession } from '../../whip/door.ts';
import { Goodbyes, ReplacedPublishers } from '../../whip/former-sessions.ts';
import { newEtag } from '../../whip/http.ts';
import { Refusal } from '../../whip/refusal.ts';
import type { Offer } from '../../whip/sdp/offer.ts';
import { publisherChoice, readSending, viewerChoice } from './choices.ts';
import { createPeer, type LinkOptions, type Peer } from './peer.ts';
import { createPublisher, type Publisher } from './publisher.ts';
import { Room } from './room.ts';
import type { SfuLimits, SfuOptions } from './types.ts';
import { createViewer, type Delivery, type Viewer } from './viewer.ts';

export interface Session extends OpenSession {
  readonly peer: Peer;
}

/** ms that delivery counters are kept after the last packet. */
const deliveryMemoryMs = 600_000;

/** Seconds until a player should ask again for a room without a publisher. */
const retryAfterSeconds = '2';

export class Sessions {
  readonly rooms = new Map<string, Room>();
  readonly byId = new Map<string, Session>();
  readonly views = new Map<string, { session: Session; viewer: Viewer }>();
  readonly deliveries = new Map<string, Delivery>();
  readonly goodbyes: Goodbyes;
  readonly #replaced: ReplacedPublishers;
  readonly #options: SfuOptions;
  readonly #limits: SfuLimits;
  readonly #link: LinkOptions;

  constructor(options: SfuOptions, limits: SfuLimits) {
    const { host, portRange, now = steadyNow } = options;
    this.#options = options;
    this.#limits = limits;
    this.goodbyes = new Goodbyes(now);
    this.#replaced = new ReplacedPublishers(now);
    // Loopback is not announced: it is offered along with the machine's own IPs.
    const announced = host === '127.0.0.1' || host === 'localhost' ? undefined : host;
    this.#link = {
      host: announced,
      portRange,
      now,
      connectMs: limits.connectMs,
      absentMs: limits.absentMs,
      absentRareMs: limits.absentRareMs,
      silenceMs: limits.silenceMs,
    };
  }

  /** Throws 409 for a publisher that another publisher has replaced. */
  async publish(entrance: Entrance, offer: Offer): Promise<Session> {
    const occupied = this.rooms.get(entrance.room);
    try {
      this.#replaced.requireFree(entrance, Boolean(occupied?.publisher));
    } catch (refusal) {
      if (occupied) occupied.refusedAt = this.#link.now();
      throw refusal;
    }
    const choices = offer.sections.map(publisherChoice);
    const sending = readSending(offer, choices);
    const { added } = sending;
    const peer = await createPeer({ offer, choices, added, direction: 'recvonly', link: this.#link });
    const room = this.#room(entrance.room);
    const publisher = createPublisher(peer, entrance.subject, {
      choices,
      sending,
      feed: room.feedOf(() => room.publisher === publisher),
      now: this.#link.now,
    });
    const session = this.#open({ ...entrance, right: 'publish', peer }, () =>
      room.removePublisher(publisher),
    );
    const previous = [...this.byId.values()].find(
      (other) => other.right === 'publish' && other.room === room.name && other !== session,
    );
    room.setPublisher(publisher);
    if (previous) this.#replaced.add(previous, session);
    previous?.end('replaced');
    return session;
  }

  async view(entrance: Entrance, offer: Offer): Promise<Session> {
    const { codecs } = this.#publisherFor(entrance);
    const choices = offer.sections.map((section) => viewerChoice(section, codecs.get(section.kind)));
    const peer = await createPeer({ offer, choices, direction: 'sendonly', link: this.#link });
    this.views.get(entrance.subject)?.session.end('replaced');
    const room = this.#room(entrance.room);
    const delivery = this.#delivery(entrance.subject);
    const viewer = createViewer(peer, entrance.subject, {
      choices,
      source: room,
      delivery,
      now: this.#link.now,
    });
    const showAt = (height: number) => viewer.showAt(height);
    const session = this.#open({ ...entrance, right: 'view', peer, showAt }, () => {
      room.viewers.delete(viewer.subject);
      this.views.delete(viewer.subject);
    });
    room.viewers.set(viewer.subject, viewer);
    this.views.set(viewer.subject, { session, viewer });
    return session;
  }

  /** A subject's view, and what it publishes. */
  of(subject: string): Session[] {
    const view = this.views.get(subject)?.session;
    const published = [...this.byId.values()].filter(
      (session) => session.right === 'publish' && session.subject === subject,
    );
    return view ? [view, ...published] : published;
  }

  closeRoom(name: string): void {
    for (const session of this.byId.values()) if (session.room === name) session.end('room-closed');
  }

  /** Detects stopped publishers. */
  watch(): void {
    for (const room of this.rooms.values()) room.watch();
  }

  /** Removes dead peers and updates bitrates. Called once a second. */
  sweep(): void {
    for (const session of this.byId.values()) {
      const verdict = session.peer.verdict();
      if (verdict) session.end(verdict);
    }
    for (const room of this.rooms.values()) room.limitBitrate();
    this.goodbyes.forget();
    this.#replaced.forget();
    const forgotten = this.#link.now() - deliveryMemoryMs;
    for (const [subject, { lastMediaAt }] of this.deliveries) {
      if (!this.views.has(subject) && (lastMediaAt ?? 0) < forgotten) this.deliveries.delete(subject);
    }
  }

  /** The publisher of the requested room. Throws 409 while it sends no media, 503 without a free seat. */
  #publisherFor({ room: name, subject }: Entrance): Publisher {
    const room = this.rooms.get(name);
    if (!room?.publisher || !room.isExpectingMedia)
      throw new Refusal(409, 'Nothing is published here now', { 'Retry-After': retryAfterSeconds });
    if (!room.viewers.has(subject) && room.present >= this.#limits.viewersPerRoom)
      throw new Refusal(503, 'The room is full', { 'Retry-After': '30' });
    return room.publisher;
  }

  #open(parts: Omit<Session, 'id' | 'etag' | 'end'>, leave: () => void): Session {
    const session: Session = {
      ...parts,
      id: parts.peer.id,
      etag: newEtag(),
      end: (reason) => {
        if (!this.byId.delete(session.id)) return;
        this.goodbyes.remember(session);
        leave();
        void session.peer.close();
        this.#forgetIfEmpty(session.room);
        this.#log('media.session.ended', session, { reason });
      },
    };
    this.byId.set(session.id, session);
    this.#log('media.session.opened', session);
    return session;
  }

  #log(event: string, { id, right, room, subject }: Session, more: Record<string, unknown> = {}): void {
    this.#options.log?.(event, { session: id.slice(0, 6), right, room, subject, ...more });
  }

  #delivery(subject: string): Delivery {
    const delivery = this.deliveries.get(subject) ?? { packetsOut: 0, deliveredMs: 0, lastMediaAt: null };
    this.deliveries.set(subject, delivery);
    return delivery;
  }

  #room(name: string): Room {
    const existing = this.rooms.get(name);
    if (existing) return existing;
    const room = new Room(name, {
      now: this.#link.now,
      stillMs: this.#limits.stillMs,
      onPublisher: (up) => this.#options.onPublisher?.(name, up),
      onUnfit: ({ subject }) => this.views.get(subject)?.session.end('codec-changed'),
    });
    this.rooms.set(name, room);
    return room;
  }

  #forgetIfEmpty(name: string): void {
    const room = this.rooms.get(name);
    if (!room?.empty) return;
    room.stop();
    this.rooms.delete(name);
  }
}
