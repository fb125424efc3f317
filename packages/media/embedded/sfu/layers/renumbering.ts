import { randomInt } from 'node:crypto';
import { IndexRing, type RoomPacket } from '../rtp/packet.ts';
import { indexNear, uint32 } from '../rtp/sequence.ts';

/** A packet with one viewer's numbers. Repeats are encrypted to the same bytes. */
export interface Sent {
  /** Never wraps; the low 16 bits are the sequence number on the wire. */
  index: number;
  timestamp: number;
  picture: number;
  tl0: number;
  packet: RoomPacket;
  sentAt: Buffer;
  /** Sent without payload, to fill the number of a packet that was left out later. */
  isEmpty: boolean;
  /** Last repeat in ms since the epoch; 0 if never repeated. */
  repeatedAt: number;
}

/** Offsets added to the encoder's numbers, from one of its packets on. */
interface Segment {
  from: number;
  index: number;
  timestamp: number;
  picture: number;
  tl0: number;
}

/** Number of segments kept to number late packets. */
const segmentsKept = 64;

/** Renumbers several sources to one stream without gaps for one viewer: sequence, time and VP8 picture numbers. */
export class Renumbering {
  readonly #sent = new IndexRing<Sent>();
  #segments: Segment[] = [];
  /** The source's last packet, sent or left out. */
  #highest = 0;
  #nextIndex = randomInt(1, 0x8000);
  #timestamp = randomInt(0xffff_ffff);
  #picture = randomInt(0x7fff);
  #tl0 = randomInt(0xff);
  #hasBegun = false;
  /** First index of the current source; missing packets of earlier sources are not needed any more. */
  #wantedFrom = 0;

  /** The timestamp of the last packet in order. */
  get timestamp(): number {
    return this.#timestamp;
  }

  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  get timestampOffset(): number {
    return this.#segments.at(-1)?.timestamp ?? 0;
  }

  /** Starts another source, whose first packet gets the timestamp `at`. */
  begin({ index, timestamp, frame }: Pick<RoomPacket, 'index' | 'timestamp' | 'frame'>, at: number): void {
    if (this.#hasBegun) this.#wantedFrom = this.#nextIndex;
    this.#segments = [
      {
        from: index,
        index: this.#nextIndex - index,
        timestamp: at - timestamp,
        picture: this.#picture + 1 - frame.picture,
        tl0: this.#tl0 + 1 - frame.tl0,
      },
    ];
    this.#highest = index - 1;
    this.#hasBegun = true;
  }

  /** Null for a possible duplicate or a packet from before the source's start. `compress` maps past timestamps. */
  place(packet: RoomPacket, compress?: (timestamp: number) => number): Sent | null {
    const segment = this.#segmentOf(packet);
    if (!segment) return null;
    const index = packet.index + segment.index;
    if (this.#sent.isTaken(index)) return null;
    const { frame } = packet;
    const source = compress ? compress(packet.timestamp) : packet.timestamp;
    const sent: Sent = {
      index,
      timestamp: uint32(source + segment.timestamp),
      picture: (frame.picture + segment.picture) & frame.pictureMask,
      tl0: (frame.tl0 + segment.tl0) & 0xff,
      packet,
      sentAt: packet.sentAt,
      isEmpty: false,
      repeatedAt: 0,
    };
    this.#sent.add(sent);
    if (packet.index > this.#highest) this.#advance(sent);
    return sent;
  }

  /** Leaves a packet out; returns an empty packet if later ones were numbered as if it would be sent. */
  skip(packet: RoomPacket, isNewFrame: boolean): Sent | null {
    if (packet.index <= this.#highest) {
      const late = this.place(packet);
      if (late) late.isEmpty = true;
      return late;
    }
    const last = this.#segments.at(-1);
    if (!last) return null;
    // A segment that begins with this packet has numbered nothing yet.
    const segment = last.from === packet.index ? last : { ...last };
    segment.from = packet.index + 1;
    segment.index -= 1;
    const { frame } = packet;
    if (isNewFrame && frame.pictureAt) segment.picture -= 1;
    if (isNewFrame && frame.tl0At && frame.tid === 0) segment.tl0 -= 1;
    if (segment !== last) this.#segments.push(segment);
    if (this.#segments.length > segmentsKept) this.#segments.shift();
    this.#highest = packet.index;
    this.#nextIndex = packet.index + 1 + segment.index;
    return null;
  }

  /** Returns the packet sent under a sequence number. */
  find(seq: number): Sent | undefined {
    return this.#sent.find(indexNear(seq, this.#nextIndex));
  }

  /** Whether the viewer still needs the packet of a sequence number that `find` does not know. */
  isWanted(seq: number): boolean {
    return indexNear(seq, this.#nextIndex) >= this.#wantedFrom;
  }

  #segmentOf(packet: RoomPacket): Segment | undefined {
    const last = this.#segments.at(-1);
    if (last && last.from <= packet.index) return last;
    return this.#segments.findLast(({ from }) => from <= packet.index);
  }

  #advance({ packet, index, timestamp, picture, tl0 }: Sent): void {
    this.#highest = packet.index;
    this.#nextIndex = index + 1;
    this.#timestamp = timestamp;
    if (packet.frame.pictureAt) this.#picture = picture;
    if (packet.frame.tl0At) this.#tl0 = tl0;
  }
}
