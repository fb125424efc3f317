import { ntpTime, type RtcpSenderInfo, type RtpPacket, serializeAbsSendTime } from 'werift';
import type { Publisher, PublisherFeed } from './publisher.ts';
import { type CodecName, clockRates, type MediaKind } from './rtp/codecs.ts';
import { KeyFrameRequests } from './rtp/key-frames.ts';
import { PacketRing, type RoomPacket } from './rtp/packet-ring.ts';
import { roomBitrate } from './rtp/remb.ts';
import { Continuity } from './rtp/sequence.ts';
import { KeyFrameCatcher } from './rtp/vp8-picture.ts';
import type { Viewer, ViewerNeeds } from './viewer.ts';

/** ms after which a requested key frame is given up. */
const pictureMs = 5000;

class RoomTrack {
  readonly continuity: Continuity;
  readonly ring = new PacketRing();

  constructor(kind: MediaKind) {
    this.continuity = new Continuity(clockRates[kind]);
  }
}

export interface RoomEvents {
  now: () => number;
  /** ms without media after which a publisher publishes no more. */
  stillMs: number;
  onPublisher: (up: boolean) => void;
  /** The encoder reconnected with a codec this viewer did not negotiate. */
  onUnfit: (viewer: Viewer) => void;
}

/** Forwards one publisher's packets to its viewers, which stay when the publisher changes. */
export class Room {
  readonly name: string;
  readonly viewers = new Map<string, Viewer>();
  packetsIn = 0;
  packetsOut = 0;
  lastMediaAt: number | null = null;
  readonly #events: RoomEvents;
  readonly #tracks = { audio: new RoomTrack('audio'), video: new RoomTrack('video') };
  readonly #keyFrames: KeyFrameRequests;
  #publisher: Publisher | null = null;
  /** ms since the epoch of the publisher's last packet; before that, of its coming and connecting. */
  #activeAt = 0;
  #up = false;
  #picture: { catcher: KeyFrameCatcher; give: (frame: Buffer | null) => void } | null = null;

  constructor(name: string, events: RoomEvents) {
    this.name = name;
    this.#events = events;
    this.#keyFrames = new KeyFrameRequests(() => this.#publisher?.requestKeyFrame(), events.now);
  }

  get publisher(): Publisher | null {
    return this.#publisher;
  }

  get publishing(): boolean {
    return this.isExpectingMedia && (this.#publisher?.peer.connected ?? false);
  }

  /** Whether viewers may come: media flows, or its publisher has just come. */
  get isExpectingMedia(): boolean {
    return this.#publisher !== null && this.#events.now() - this.#activeAt <= this.#events.stillMs;
  }

  /** Viewers who are there. */
  get present(): number {
    return [...this.viewers.values()].filter(({ peer }) => peer.present).length;
  }

  get empty(): boolean {
    return !this.#publisher && this.viewers.size === 0;
  }

  /** Ignores a publisher that is no longer the current one. */
  feedOf(current: () => boolean): PublisherFeed {
    return {
      media: (kind, codec, packet) => {
        if (current()) this.#forward(kind, codec, packet);
      },
      report: (kind, info) => {
        if (current()) this.#report(kind, info);
      },
    };
  }

  readonly needs: ViewerNeeds = {
    keyFrame: () => this.#keyFrames.request(),
    find: (kind, index) => this.#tracks[kind].ring.find(index),
  };

  setPublisher(publisher: Publisher): void {
    this.#publisher = publisher;
    this.#activeAt = this.#events.now();
    for (const track of Object.values(this.#tracks)) track.continuity.switchSource();
    publisher.peer.onConnected(() => {
      if (this.#publisher !== publisher) return;
      this.#activeAt = this.#events.now();
      this.#announce(true);
      this.#keyFrames.request();
    });
  }

  /** False when another publisher has taken its place. */
  removePublisher(publisher: Publisher): boolean {
    if (this.#publisher !== publisher) return false;
    this.#publisher = null;
    this.#picture?.give(null);
    this.#announce(false);
    return true;
  }

  /** Tells that a publisher has stopped; to be called more often than that may take. */
  watch(): void {
    if (!this.isExpectingMedia) this.#announce(false);
  }

  /** Passes the viewers' bandwidth on to the encoder. */
  limitBitrate(): void {
    const estimates = [...this.viewers.values()].flatMap(({ estimate }) => estimate ?? []);
    this.#publisher?.limitBitrate(roomBitrate(estimates));
  }

  /** The next complete key frame; null on timeout or when the codec is not VP8. Concurrent callers share it. */
  keyFrame(): Promise<Buffer | null> {
    const codec = this.#publisher?.codecs.get('video')?.name;
    if (this.#picture || !this.publishing || codec !== 'VP8') return Promise.resolve(null);
    return new Promise((resolve) => {
      const tooLong = setTimeout(() => this.#picture?.give(null), pictureMs).unref();
      const give = (frame: Buffer | null) => {
        clearTimeout(tooLong);
        this.#picture = null;
        resolve(frame);
      };
      this.#picture = { catcher: new KeyFrameCatcher(), give };
      this.#keyFrames.request();
    });
  }

  stop(): void {
    this.#picture?.give(null);
    this.#keyFrames.stop();
  }

  #announce(up: boolean): void {
    if (this.#up === up) return;
    this.#up = up;
    this.#events.onPublisher(up);
  }

  #forward(kind: MediaKind, codec: CodecName, { header, payload }: RtpPacket): void {
    const now = this.#events.now();
    this.#activeAt = now;
    this.#announce(true);
    const { continuity, ring } = this.#tracks[kind];
    const position = continuity.place({ seq: header.sequenceNumber, timestamp: header.timestamp }, now);
    if (ring.find(position.index)) return;
    const sentAt = serializeAbsSendTime(ntpTime());
    const packet: RoomPacket = { ...position, codec, marker: header.marker, payload, sentAt };
    ring.add(packet);
    this.packetsIn += 1;
    this.lastMediaAt = now;
    if (this.#picture && kind === 'video') {
      const frame = this.#picture.catcher.take(packet);
      if (frame) this.#picture.give(frame);
    }
    for (const viewer of this.viewers.values()) {
      if (viewer.send(kind, packet, now)) this.packetsOut += 1;
      else if (!viewer.accepts(kind, codec)) this.#events.onUnfit(viewer);
    }
  }

  /** Forwards the encoder's clock, so that players can synchronise picture and sound. */
  #report(kind: MediaKind, { ntpTimestamp, rtpTimestamp }: RtcpSenderInfo): void {
    const placed = this.#tracks[kind].continuity.toTimestamp(rtpTimestamp);
    if (placed === null) return;
    for (const viewer of this.viewers.values()) viewer.report(kind, { ntpTimestamp, rtpTimestamp: placed });
  }
}
