import type { CodecName } from './codecs.ts';
import type { Position } from './sequence.ts';

/** A packet as the room forwards it; each viewer adds its own SSRC and payload type. */
export interface RoomPacket extends Position {
  codec: CodecName;
  marker: boolean;
  payload: Buffer;
  /** 24 bit abs-send-time, taken once on arrival: a repeated packet must be byte for byte the first one. */
  sentAt: Buffer;
}

/** Covers about four seconds of 600 kbit/s video: longer than any player waits for a repeat. */
export const ringSize = 512;

/** The last packets of one track, found by index, for viewers that lost some. */
export class PacketRing {
  readonly #slots: (RoomPacket | undefined)[] = new Array(ringSize);

  add(packet: RoomPacket): void {
    this.#slots[packet.index % ringSize] = packet;
  }

  find(index: number): RoomPacket | undefined {
    const packet = this.#slots[index % ringSize];
    return packet?.index === index ? packet : undefined;
  }
}
