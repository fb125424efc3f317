import { randomBytes } from 'node:crypto';
import { absSendTimeUri, createPeer, type LinkOptions, type Peer } from './peer.ts';
import { createPublisher } from './publisher.ts';
import { Refusal } from './refusal.ts';
import { Room } from './room.ts';
import { codecsForViewer, type OfferedCodec } from './rtp/codecs.ts';
import type { Choice, Offer, OfferSection } from './sdp.ts';
import type { MediaRight, SfuLimits, SfuOptions } from './types.ts';
import { createViewer, type Delivery, type Viewer } from './viewer.ts';

export interface Entrance {
  room: string;
  subject: string;
  /** The token that opened the session; it may end it even after it has expired. */
  token: string;
}

export interface Session extends Entrance {
  readonly id: string;
  readonly right: MediaRight;
  readonly peer: Peer;
  /** Strong entity tag; an ICE restart makes a new one. */
  etag: string;
  end(reason: string): void;
}

/** ms that an ended viewer session is remembered, because the player may still send DELETE. */
const goodbyeMs = 60_000;

/** ms that delivery counters are kept after the last packet. */
const deliveryMemoryMs = 600_000;

/** Seconds until a player should ask again for a room without a publisher. */
const retryAfterSeconds = '2';

export const newEtag = (): string => `"${randomBytes(9).toString('base64url')}"`;

function publisherChoice({ kind, mid, codecs, direction }: OfferSection): Choice {
  const [codec] = codecs;
  if (direction === 'recvonly' || direction === 'inactive') {
    throw new Refusal(422, `The ${kind} section does not send`);
  }
  if (!codec)
    throw new Refusal(422, `No ${kind} codec of the offer is supported: send VP8 or H264, and opus`);
  return { kind, mid, codecs: [codec], extensions: [] };
}

function viewerChoice(section: OfferSection, source: OfferedCodec | undefined): Choice {
  const { kind, mid, direction } = section;
  if (direction === 'sendonly' || direction === 'inactive') {
    throw new Refusal(422, `The ${kind} section does not receive`);
  }
  const codecs = codecsForViewer(source, section.codecs);
  const [first] = codecs;
  if (!first) throw new Refusal(422, `No ${kind} codec of the offer is supported`);
  if (source && first.name !== source.name) {
    throw new Refusal(406, `The room sends ${source.name}, which the offer lacks`);
  }
  return { kind, mid, codecs, extensions: [absSendTimeUri] };
}

export class Sessions {
  readonly rooms = new Map<string, Room>();
  readonly byId = new Map<string, Session>();
  readonly views = new Map<string, { session: Session; viewer: Viewer }>();
  readonly deliveries = new Map<string, Delivery>();
  readonly #cutOff = new Map<string, { token: string; at: number }>();
  readonly #options: SfuOptions;
  readonly #limits: SfuLimits;
  readonly #link: LinkOptions;

  constructor(options: SfuOptions, limits: SfuLimits) {
    const { host, portRange, now = Date.now } = options;
    this.#options = options;
    this.#limits = limits;
    // Loopback is not announced: it is offered beside the machine's own IPs.
    const announced = host === '127.0.0.1' || host === 'localhost' ? undefined : host;
    this.#link = {
      host: announced,
      portRange,
      now,
      connectMs: limits.connectMs,
      silenceMs: limits.silenceMs,
    };
  }

  async publish(entrance: Entrance, offer: Offer): Promise<Session> {
    const choices = offer.sections.map(publisherChoice);
    const peer = await createPeer({ offer, choices, direction: 'recvonly', link: this.#link });
    const room = this.#room(entrance.room);
    const publisher = createPublisher(peer, entrance.subject, {
      choices,
      feed: room.feedOf(() => room.publisher === publisher),
    });
    const session = this.#open({ ...entrance, right: 'publish', peer }, () =>
      room.removePublisher(publisher),
    );
    const previous = [...this.byId.values()].find(
      (other) => other.right === 'publish' && other.room === room.name && other !== session,
    );
    room.setPublisher(publisher);
    previous?.end('replaced');
    return session;
  }

  async view(entrance: Entrance, offer: Offer): Promise<Session> {
    const { publisher, viewers } = this.rooms.get(entrance.room) ?? {};
    if (!publisher)
      throw new Refusal(409, 'Nothing is published here yet', { 'Retry-After': retryAfterSeconds });
    if (!viewers?.has(entrance.subject) && (viewers?.size ?? 0) >= this.#limits.viewersPerRoom) {
      throw new Refusal(503, 'The room is full', { 'Retry-After': '30' });
    }
    const choices = offer.sections.map((section) =>
      viewerChoice(section, publisher.codecs.get(section.kind)),
    );
    const peer = await createPeer({ offer, choices, direction: 'sendonly', link: this.#link });
    this.views.get(entrance.subject)?.session.end('replaced');
    const room = this.#room(entrance.room);
    const delivery = this.#delivery(entrance.subject);
    const viewer = createViewer(peer, entrance.subject, { choices, needs: room.needs, delivery });
    const session = this.#open({ ...entrance, right: 'view', peer }, () => {
      room.viewers.delete(viewer.subject);
      this.views.delete(viewer.subject);
    });
    room.viewers.set(viewer.subject, viewer);
    this.views.set(viewer.subject, { session, viewer });
    return session;
  }

  /** Whether this side ended the viewer's session a moment ago; its DELETE is then answered as a success. */
  wasCutOff(id: string, token: string): boolean {
    const known = this.#cutOff.get(id)?.token === token;
    if (known) this.#cutOff.delete(id);
    return known;
  }

  closeRoom(name: string): void {
    for (const session of this.byId.values()) if (session.room === name) session.end('room-closed');
  }

  /** Removes dead peers and updates bitrates. Called once a second. */
  sweep(): void {
    for (const session of this.byId.values()) {
      const verdict = session.peer.verdict();
      if (verdict) session.end(verdict);
    }
    for (const room of this.rooms.values()) room.limitBitrate();
    for (const [id, { at }] of this.#cutOff) if (at < this.#link.now() - goodbyeMs) this.#cutOff.delete(id);
    const forgotten = this.#link.now() - deliveryMemoryMs;
    for (const [subject, { lastMediaAt }] of this.deliveries) {
      if (!this.views.has(subject) && (lastMediaAt ?? 0) < forgotten) this.deliveries.delete(subject);
    }
  }

  #open(parts: Entrance & { right: MediaRight; peer: Peer }, leave: () => void): Session {
    const session: Session = {
      ...parts,
      id: parts.peer.id,
      etag: newEtag(),
      end: (reason) => {
        if (!this.byId.delete(session.id)) return;
        if (session.right === 'view' && reason !== 'deleted')
          this.#cutOff.set(session.id, { token: session.token, at: this.#link.now() });
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
    const delivery = this.deliveries.get(subject) ?? { packetsOut: 0, lastMediaAt: null };
    this.deliveries.set(subject, delivery);
    return delivery;
  }

  #room(name: string): Room {
    const existing = this.rooms.get(name);
    if (existing) return existing;
    const room = new Room(name, {
      now: this.#link.now,
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
